import { Autocomplete, type AutocompleteProps, Badge, type ComboboxProps, Text } from '@mantine/core'
import { holderKey } from './calls.ts'
import { type FoundHolder, useFound } from './found.ts'

/** In the dialog itself, which keeps everything outside of it from screen readers. */
export const IN_DIALOG: ComboboxProps = { withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' }

interface HolderFieldProps extends Pick<AutocompleteProps, 'label' | 'description' | 'required'> {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Accounts or groups alone. */
  readonly kind?: FoundHolder['kind']
  readonly 'data-autofocus'?: boolean
}

/** A field for an account or a group, which suggests some while somebody types. */
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
      // A list for a name that is there already would cover the buttons.
      openOnFocus={false}
      comboboxProps={IN_DIALOG}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

/** A holder as it is typed: by name, with its kind in front where an account and a group share the name. */
export function written({ kind, name }: FoundHolder, found: readonly FoundHolder[]): string {
  const same = found.filter(one => one.name.toLowerCase() === name.toLowerCase())
  return same.length > 1 ? `${kind}:${name}` : name
}

/** An account or a group that somebody may mean. */
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
