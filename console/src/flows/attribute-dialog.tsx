import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DEFAULT_LOCALE } from '../../../src/core/locale.ts'
import { MOST } from '../../../src/core/user-flows/bounds.ts'
import { OWN_KINDS, type OwnAttribute } from '../../../src/core/user-flows/own-attribute.ts'
import { localesOf } from '../../../src/core/user-flows/texts.ts'
import { useAction } from '../action.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { keepAttribute } from './calls.ts'
import { TypingContext } from './context.ts'
import { LanguageBar } from './language-bar.tsx'
import { ATTRIBUTE_KINDS, plainText } from './names.ts'
import { TextProperty } from './text-property.tsx'
import { withoutLanguage } from './texts.ts'

type Choice = NonNullable<OwnAttribute['choices']>[number]

const NEW: OwnAttribute = { name: '', kind: 'text', label: '' }

interface AttributeDialogProps {
  /** Absent for a new attribute. */
  readonly attribute?: OwnAttribute
  readonly etag?: string
  readonly onClose: () => void
}

/** Adds or changes a custom attribute. */
export function AttributeDialog({ attribute, etag, onClose }: AttributeDialogProps) {
  const [value, setValue] = useState(attribute ?? NEW)
  const [locale, setLocale] = useState(DEFAULT_LOCALE)
  const { busy, failure, run } = useAction()
  const change = (some: Partial<OwnAttribute>) => setValue(before => ({ ...before, ...some }))
  const texts = [value.label, ...(value.choices?.map(({ label }) => label) ?? [])]
  const languages = [...new Set(texts.flatMap(localesOf))].filter(one => one !== DEFAULT_LOCALE)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const done = await run(async () => {
      await keepAttribute(fitting(value), etag)
      toast(`${plainText(value.label) ?? value.name} is saved.`)
    })
    if (done) onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={
        attribute === undefined ? 'Add attribute' : `Change ${plainText(attribute.label) ?? attribute.name}`
      }
      size="lg"
      busy={busy}
      dirty={value !== (attribute ?? NEW)}
    >
      <form onSubmit={event => void submit(event)}>
        <TypingContext value={{ locale, several: languages.length > 0 || locale !== DEFAULT_LOCALE }}>
          <Stack>
            <TextInput
              label="Name"
              description="The name in claims, scopes and exports. Use lowercase letters, digits and “_”."
              value={value.name}
              onChange={event => change({ name: event.currentTarget.value })}
              disabled={attribute !== undefined}
              maxLength={40}
              required
              spellCheck={false}
              data-autofocus={attribute === undefined || undefined}
            />
            <Select
              label="Kind"
              description="It cannot be changed later."
              disabled={attribute !== undefined}
              allowDeselect={false}
              data={OWN_KINDS.map(kind => ({ value: kind, label: ATTRIBUTE_KINDS[kind] }))}
              value={value.kind}
              onChange={chosen => {
                const kind = OWN_KINDS.find(one => one === chosen)
                if (kind !== undefined) change({ kind })
              }}
            />
            <LanguageBar
              locale={locale}
              languages={languages}
              onChoose={setLocale}
              onRemove={gone => {
                setLocale(DEFAULT_LOCALE)
                change({
                  label: withoutLanguage(value.label, gone),
                  ...(value.choices !== undefined && {
                    choices: value.choices.map(one => ({ ...one, label: withoutLanguage(one.label, gone) })),
                  }),
                })
              }}
            />
            <TextProperty
              label="Label"
              description="What people read beside the field."
              path="/label"
              text={value.label}
              required
              onChange={label => change({ label: label ?? '' })}
            />
            {value.kind === 'choice' && (
              <Choices choices={value.choices ?? []} onChange={choices => change({ choices })} />
            )}
            {value.kind === 'consent' && <Terms value={value} onChange={change} />}
            <Problem failure={failure} title="The attribute was not saved" />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} disabled={busy}>
                Cancel
              </Button>
              <Button type="submit" loading={busy}>
                {attribute === undefined ? 'Add attribute' : 'Save attribute'}
              </Button>
            </Group>
          </Stack>
        </TypingContext>
      </form>
    </Dialog>
  )
}

/** An attribute without the properties of other kinds. */
function fitting({ name, kind, label, choices, version, link }: OwnAttribute): OwnAttribute {
  return {
    name: name.trim(),
    kind,
    label,
    ...(kind === 'choice' && { choices: choices ?? [] }),
    ...(kind === 'consent' && { version: version ?? '', link: link ?? '' }),
  }
}

interface ChoicesProps {
  readonly choices: readonly Choice[]
  readonly onChange: (choices: readonly Choice[]) => void
}

function Choices({ choices, onChange }: ChoicesProps) {
  return (
    <Stack gap="xs" role="group" aria-label="Choices">
      <Text size="sm" fw={500}>
        Choices
      </Text>
      {choices.map((choice, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: while a value is typed, it may be that of another choice.
        <Group key={at} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label={`Value ${at + 1}`}
            value={choice.value}
            onChange={event => onChange(choices.with(at, { ...choice, value: event.currentTarget.value }))}
            maxLength={60}
            required
            spellCheck={false}
          />
          <TextProperty
            label={`Label ${at + 1}`}
            path={`/choices/${at}/label`}
            text={choice.label}
            onChange={label => onChange(choices.with(at, { ...choice, label: label ?? '' }))}
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={`Remove choice ${at + 1}`}
            title="Remove choice"
            onClick={() => onChange(choices.toSpliced(at, 1))}
          >
            <Icon name="trash" size={15} />
          </ActionIcon>
        </Group>
      ))}
      {choices.length < MOST.choices && (
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => onChange([...choices, { value: '', label: '' }])}
        >
          Add choice
        </Button>
      )}
    </Stack>
  )
}

interface TermsProps {
  readonly value: OwnAttribute
  readonly onChange: (some: Partial<OwnAttribute>) => void
}

function Terms({ value: { version = '', link = '' }, onChange }: TermsProps) {
  return (
    <>
      <TextInput
        label="Version of the terms"
        description="If you change the version, people are asked again."
        value={version}
        onChange={event => onChange({ version: event.currentTarget.value })}
        maxLength={60}
        required
      />
      <TextInput
        label="Link to the terms"
        description="An https: address, or a path such as /terms."
        value={link}
        onChange={event => onChange({ link: event.currentTarget.value })}
        maxLength={500}
        required
      />
    </>
  )
}
