import { Checkbox, type CheckboxGroupProps, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { byName } from './by-name.ts'
import classes from './checklist.module.css'
import { matches } from './filter-field.tsx'
import { Icon } from './icon.tsx'

/** Longer lists have a search. */
const SHORT = 10
/** At most this many are drawn: more take seconds, and nobody reads them. */
const MOST = 100

interface ChecklistProps extends Pick<CheckboxGroupProps, 'label' | 'description' | 'withAsterisk'> {
  /** What is listed, for example “themes”. */
  readonly what: string
  readonly options: readonly { readonly id: string; readonly name: string }[]
  readonly value: readonly string[]
  readonly onChange: (ids: string[]) => void
}

/** Chooses several objects from a list, which can be long. */
export function Checklist({ what, options, value, onChange, ...group }: ChecklistProps) {
  const [filter, setFilter] = useState('')
  const isLong = options.length > SHORT
  const sorted = isLong ? options.toSorted((one, other) => byName(one.name, other.name)) : options
  const found = isLong ? sorted.filter(({ name }) => matches(filter, name)) : sorted
  const chosen = sorted.filter(({ id }) => value.includes(id))
  return (
    <Checkbox.Group {...group} value={[...value]} onChange={onChange}>
      {isLong && (
        <Stack gap={4} mt="xs">
          <TextInput
            type="search"
            aria-label={`Search ${what}`}
            placeholder={`Search ${what}`}
            leftSection={<Icon name="search" size={16} />}
            value={filter}
            onChange={event => setFilter(event.currentTarget.value)}
            // The list is filtered already. Enter would save the form.
            onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
          />
          <Text size="sm" c="dimmed" className={classes.chosen}>
            {chosen.length === 0 ? 'None chosen' : `Chosen: ${chosen.map(({ name }) => name).join(', ')}`}
          </Text>
        </Stack>
      )}
      <Stack gap="xs" mt="xs" className={isLong ? classes.long : undefined}>
        {found.slice(0, MOST).map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} className={classes.option} />
        ))}
        {found.length === 0 && isLong && <Text size="sm">Nothing has “{filter}” in its name.</Text>}
        {found.length > MOST && (
          <Text size="sm" c="dimmed">
            And {found.length - MOST} more. Search for their names.
          </Text>
        )}
      </Stack>
    </Checkbox.Group>
  )
}
