import { Button, Group, Select } from '@mantine/core'
import { APPLICATIONS, type ApplicationList } from '../applications/calls.ts'
import { byName } from '../parts/by-name.ts'
import { LANGUAGES } from '../parts/languages.ts'
import { useResource } from '../resource.ts'
import { THEMES, type ThemeList } from '../themes/calls.ts'
import { themeChoices } from '../themes/choices.ts'
import { type FunnelPlace, RANGES } from './place.ts'

interface FiltersProps {
  readonly place: FunnelPlace
  readonly onChange: (some: Partial<FunnelPlace>) => void
}

/**
 * Selects registrations without an application. The value is not empty, because an empty choice could not be cleared.
 */
const NO_APPLICATION = { value: '-', label: 'No application' }

/** Two fields fit side by side on a phone. */
const WIDTH = { flex: '1 1 150px', maw: 200 }

/** Filters the registrations to count. */
export function Filters({ place, onChange }: FiltersProps) {
  const { themes, applications } = useChoices()
  const narrowed = (['themeId', 'application', 'locale', 'other'] as const).some(
    name => place[name] !== undefined,
  )
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Days"
        {...WIDTH}
        allowDeselect={false}
        data={RANGES.map(days => ({ value: String(days), label: `Last ${days} days` }))}
        value={String(place.days)}
        onChange={value => onChange({ days: Number(value) })}
      />
      <Narrowing
        label="Theme"
        all="All themes"
        data={themes}
        value={place.themeId}
        onChange={themeId => onChange({ themeId })}
      />
      <Narrowing
        label="Application"
        all="All applications"
        data={[NO_APPLICATION, ...applications]}
        value={place.application === '' ? NO_APPLICATION.value : place.application}
        onChange={value => onChange({ application: value === NO_APPLICATION.value ? '' : value })}
      />
      <Narrowing
        label="Language"
        all="All languages"
        data={LANGUAGES}
        value={place.locale}
        onChange={locale => onChange({ locale })}
      />
      <Narrowing
        label="Compare with theme"
        all="None"
        data={themes.filter(({ value }) => value !== place.themeId)}
        value={place.other}
        onChange={other => onChange({ other })}
      />
      {narrowed && (
        <Button
          variant="subtle"
          onClick={() =>
            onChange({ themeId: undefined, application: undefined, locale: undefined, other: undefined })
          }
        >
          Clear filters
        </Button>
      )}
    </Group>
  )
}

interface NarrowingProps {
  readonly label: string
  readonly all: string
  readonly data: readonly { value: string; label: string }[]
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

function Narrowing({ label, all, data, value, onChange }: NarrowingProps) {
  return (
    <Select
      label={label}
      placeholder={all}
      {...WIDTH}
      searchable
      limit={100}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      data={[...data]}
      value={value ?? null}
      onChange={next => onChange(next ?? undefined)}
    />
  )
}

/** The existing themes and applications, by name. */
export function useChoices() {
  const themes = useResource<ThemeList>(THEMES).data?.themes ?? []
  const applications = useResource<ApplicationList>(APPLICATIONS).data?.applications ?? []
  const byLabel = applications.toSorted((one, other) => byName(one.name, other.name))
  return {
    themes: themeChoices(themes),
    applications: byLabel.map(({ id, name }) => ({ value: id, label: name })),
  }
}
