import { Autocomplete, type AutocompleteProps, Badge, type ComboboxProps, Text } from '@mantine/core'
import { holderKey } from './calls.ts'
import { type FoundHolder, useFound } from './found.ts'

/** Renders the list inside the dialog, because an open dialog hides everything outside from screen readers. */
export const IN_DIALOG: ComboboxProps = { withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' }

interface HolderFieldProps extends Pick<AutocompleteProps, 'label' | 'description' | 'required'> {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Only accounts, or only groups. */
  readonly kind?: FoundHolder['kind']
  readonly 'data-autofocus'?: boolean
}

/** A field for an account or a group, with suggestions. */
export function HolderField({ kind, value, ...field }: HolderFieldProps) {
  const found = useFound(value, kind)
  const options = new Map(found.map(one => [holderKey(one), one]))
  return (
    <Autocomplete
      {...field}
      value={value}
      data={found.map(one => ({ value: holderKey(one), label: written(one, found) }))}
      filter={({ options: all }) => all}
      renderOption={({ option }) => <Suggestion holder={options.get(option.value)} />}
      maxDropdownHeight={280}
      // A list for a name that is already complete would cover the buttons.
      openOnFocus={false}
      comboboxProps={IN_DIALOG}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

/** The text for a holder: its name, preceded by its kind if an account and a group share the name. */
export function written({ kind, name }: FoundHolder, found: readonly FoundHolder[]): string {
  const same = found.filter(one => one.name.toLowerCase() === name.toLowerCase())
  return same.length > 1 ? `${kind}:${name}` : name
}

/** An account or a group in the suggestions. */
export function Suggestion({ holder }: { readonly holder: FoundHolder | undefined }) {
  if (holder === undefined) return null
  const { kind, name, fullName } = holder
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Text span size="sm" fw={600}>
        {name}
      </Text>{' '}
      {kind === 'group' && <Badge color="gray">Group</Badge>}
      {fullName !== null && (
        <Text size="sm" c="dimmed">
          {fullName}
        </Text>
      )}
    </div>
  )
}
