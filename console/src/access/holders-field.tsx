import { TagsInput, type TagsInputProps } from '@mantine/core'
import { type FoundHolder, useFound } from './found.ts'
import { Suggestion, written } from './holder-field.tsx'
import classes from './holders-field.module.css'

/** What stands between names. A list that is pasted has one to a line. */
const BETWEEN = [',', ';', '\n']

interface HoldersFieldProps
  extends Pick<TagsInputProps, 'label' | 'description' | 'withAsterisk' | 'comboboxProps'> {
  readonly value: readonly string[]
  readonly onChange: (names: string[]) => void
  /** What is not a name yet. */
  readonly typed: string
  readonly onTyped: (typed: string) => void
  /** Accounts or groups alone. */
  readonly kind?: FoundHolder['kind']
  readonly 'data-autofocus'?: boolean
}

/** A field for several accounts and groups, which suggests some while somebody types. */
export function HoldersField({ value, typed, onTyped, kind, ...field }: HoldersFieldProps) {
  const found = useFound(typed, kind)
  return (
    <TagsInput
      {...field}
      value={[...value]}
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

/** The names of a field, with what was typed last. */
export function namesIn(value: readonly string[], typed: string): string[] {
  return [...value, typed].flatMap(some => some.split(/[\n,;]/)).flatMap(one => one.trim() || [])
}
