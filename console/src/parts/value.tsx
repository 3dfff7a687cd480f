import { TextInput } from '@mantine/core'
import { Copy } from './copy.tsx'

/** A value to copy, such as an id. */
export function Value({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      onFocus={event => event.currentTarget.select()}
      rightSection={<Copy value={value} what={label.toLowerCase()} />}
    />
  )
}
