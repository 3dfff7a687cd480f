import { TagsInput, type TagsInputProps } from '@mantine/core'
import { type FoundHolder, useFound } from './found.ts'
import { Suggestion, written } from './holder-field.tsx'
import classes from './holders-field.module.css'

/** The separators between names. A pasted list has one name per line. */
const BETWEEN = [',', ';', '\n']

interface HoldersFieldProps
  extends Pick<TagsInputProps, 'label' | 'description' | 'withAsterisk' | 'comboboxProps'> {
  readonly value: readonly string[]
  readonly onChange: (names: string[]) => void
  /** The typed text that is not a complete name yet. */
  readonly typed: string
  readonly onTyped: (typed: string) => void
  /** Only accounts, or only groups. */
  readonly kind?: FoundHolder['kind']
  readonly 'data-autofocus'?: boolean
}

/** A field for several accounts and groups, with suggestions. */
export function HoldersField({ value, onChange, typed, onTyped, kind, ...field }: HoldersFieldProps) {
  const found = useFound(typed, kind)
  const isChosen = (name: string) => value.includes(name) || found.some(one => written(one, found) === name)
  return (
    <TagsInput
      {...field}
      value={[...value]}
      // The name of a group may contain a separator, so only typed text is split.
      onChange={names => onChange(names.flatMap(name => (isChosen(name) ? name : namesOf(name))))}
      searchValue={typed}
      onSearchChange={onTyped}
      data={found.map(one => written(one, found))}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <Suggestion holder={found.find(one => written(one, found) === option.value)} />
      )}
      splitChars={BETWEEN}
      classNames={{ input: classes.field, inputField: classes.typed, pillsList: classes.names }}
      maxDropdownHeight={280}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

/** The names in a field, including the one that is still being typed. */
export function namesIn(value: readonly string[], typed: string): string[] {
  return [...value, ...namesOf(typed)]
}

function namesOf(text: string): string[] {
  return text.split(/[\n,;]/).flatMap(one => one.trim() || [])
}
