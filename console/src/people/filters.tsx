import { Group, MultiSelect, Select, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { OwnAttribute } from '../../../src/core/user-flows/own-attribute.ts'
import { plainText } from '../flows/names.ts'
import { useListQuery } from '../parts/list-query.ts'
import type { PeopleFilter } from './calls.ts'

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'waiting', label: 'Waiting for approval' },
  { value: 'disabled', label: 'Disabled' },
] as const

/** The filter of the list of people, as stored in the URL. */
export function usePeopleFilter(): readonly [PeopleFilter, (filter: PeopleFilter) => void] {
  const [asked, setStatus] = useListQuery('status')
  const [attribute, setAttribute] = useListQuery('attribute')
  const [value, setValue] = useListQuery('value')
  const status = STATUSES.find(one => one.value === asked)?.value ?? null
  const filter = useMemo(
    () => ({ status, attribute: attribute === '' ? null : attribute, value }),
    [status, attribute, value],
  )
  const change = (wanted: PeopleFilter) => {
    // Browsers limit how often the URL changes, and each key changes the value.
    if (wanted.status !== filter.status) setStatus(wanted.status ?? '')
    if (wanted.attribute !== filter.attribute) setAttribute(wanted.attribute ?? '')
    if (wanted.value !== filter.value) setValue(wanted.value)
  }
  return [filter, change]
}

interface FiltersProps {
  readonly own: readonly OwnAttribute[]
  readonly filter: PeopleFilter
  readonly onFilter: (filter: PeopleFilter) => void
  readonly columns: readonly string[]
  readonly onColumns: (columns: string[]) => void
}

/** Filters the list of people by status and attribute, and chooses the attributes to show. */
export function Filters({ own, filter, onFilter, columns, onColumns }: FiltersProps) {
  const names = own.map(one => ({ value: one.name, label: nameOf(one) }))
  const chosen = own.find(({ name }) => name === filter.attribute)
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Status"
        placeholder="All"
        w={200}
        data={STATUSES}
        value={filter.status}
        onChange={status => onFilter({ ...filter, status: status as PeopleFilter['status'] })}
        clearable
      />
      {own.length > 0 && (
        <>
          <Select
            label="Attribute"
            placeholder="Any"
            w={200}
            data={names}
            value={filter.attribute}
            onChange={attribute => onFilter({ ...filter, attribute, value: '' })}
            clearable
          />
          {chosen !== undefined && (
            <Value
              attribute={chosen}
              value={filter.value}
              onValue={value => onFilter({ ...filter, value })}
            />
          )}
          <MultiSelect
            label="Columns"
            placeholder={columns.length === 0 ? 'Show attributes' : ''}
            miw={200}
            data={names}
            value={[...columns]}
            onChange={onColumns}
            clearable
          />
        </>
      )}
    </Group>
  )
}

interface ValueProps {
  readonly attribute: OwnAttribute
  readonly value: string
  readonly onValue: (value: string) => void
}

function Value({ attribute, value, onValue }: ValueProps) {
  const { choices } = attribute
  if (choices !== undefined)
    return (
      <Select
        label="Value"
        placeholder="Any"
        w={200}
        data={choices.map(one => ({ value: one.value, label: plainText(one.label) || one.value }))}
        value={value === '' ? null : value}
        onChange={chosen => onValue(chosen ?? '')}
        clearable
      />
    )
  return (
    <TextInput
      label="Value"
      placeholder="Any"
      w={200}
      value={value}
      onChange={event => onValue(event.currentTarget.value)}
    />
  )
}

export function nameOf({ name, label }: OwnAttribute): string {
  return plainText(label) || name
}
