import { ActionIcon, Group, Select } from '@mantine/core'
import { DEFAULT_LOCALE } from '../../../src/core/locale.ts'
import { Icon } from '../parts/icon.tsx'
import { LANGUAGES, languageName } from '../parts/languages.ts'

interface LanguageBarProps {
  readonly locale: string
  /** Languages that already have texts, besides US English. */
  readonly languages: readonly string[]
  readonly onChoose: (locale: string) => void
  readonly onRemove: (locale: string) => void
}

/** Chooses the language of the texts that are being typed. */
export function LanguageBar({ locale, languages, onChoose, onRemove }: LanguageBarProps) {
  const used = [DEFAULT_LOCALE, ...languages, locale].filter((one, at, all) => all.indexOf(one) === at)
  const others = LANGUAGES.filter(({ value }) => !used.includes(value))
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <Select
        label="Language of texts"
        flex={1}
        searchable
        allowDeselect={false}
        data={[
          { group: 'In use', items: used.map(value => ({ value, label: languageName(value) })) },
          { group: 'Add a language', items: others },
        ]}
        value={locale}
        onChange={value => value !== null && onChoose(value)}
      />
      {locale !== DEFAULT_LOCALE && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`Remove all texts in ${languageName(locale)}`}
          title={`Remove all texts in ${languageName(locale)}`}
          onClick={() => onRemove(locale)}
        >
          <Icon name="trash" size={16} />
        </ActionIcon>
      )}
    </Group>
  )
}
