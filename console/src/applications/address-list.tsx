import { ActionIcon, Button, Group, Input, Stack, TextInput, Tooltip } from '@mantine/core'
import { useId, useRef } from 'react'
import type { ApiError } from '../api.ts'
import { Icon } from '../parts/icon.tsx'
import { onField } from '../parts/on-field.tsx'

interface AddressListProps {
  readonly label: string
  /** What one address is called, for example "redirect URI". */
  readonly item: string
  readonly hint: string
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
  readonly failure: ApiError | null
  /** The server's name for one address in errors. */
  readonly field: string
  readonly readOnly: boolean
  /** An example of an address. */
  readonly placeholder?: string
}

/** A list of addresses, one per line. An error of the server is shown below its address. */
export function AddressList(props: AddressListProps) {
  const { label, item, hint, values, onChange, failure, field, readOnly } = props
  const { placeholder = 'https://app.example.com/…' } = props
  const labelId = useId()
  const fields = useRef<HTMLDivElement>(null)
  const shown = values.length === 0 && !readOnly ? [''] : values
  /** The server's name for the address at an index. The server numbers the addresses, and skips empty ones. */
  const fieldOf = (index: number) => {
    const sent = values.filter(value => value.trim() !== '').length
    const before = values.slice(0, index).filter(value => value.trim() !== '').length
    return sent > 1 ? `${field} ${before + 1}` : field
  }
  const change = (index: number, value: string) => onChange(shown.with(index, value))
  const focus = (index: number) =>
    requestAnimationFrame(() => fields.current?.querySelectorAll('input')[index]?.focus())
  const add = () => {
    onChange([...shown, ''])
    focus(shown.length)
  }
  const remove = (index: number) => {
    onChange(shown.toSpliced(index, 1))
    focus(Math.max(0, index - 1))
  }
  return (
    <Stack gap="xs" role="group" aria-labelledby={labelId} ref={fields}>
      <div>
        <Input.Label component="div" id={labelId}>
          {label}
        </Input.Label>
        <Input.Description>{hint}</Input.Description>
      </div>
      {shown.length === 0 && <Input.Description>None.</Input.Description>}
      {shown.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is what it is.
        <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            flex={1}
            inputMode="url"
            spellCheck={false}
            aria-label={`${item} ${index + 1}`}
            placeholder={placeholder}
            value={value}
            readOnly={readOnly}
            variant={readOnly ? 'filled' : 'default'}
            error={onField(failure, fieldOf(index)).error}
            errorProps={{ role: 'alert' }}
            onChange={event => change(index, event.currentTarget.value)}
          />
          {!readOnly && values.length > 0 && (
            <Tooltip label="Remove">
              <ActionIcon
                variant="subtle"
                color="gray"
                c="dimmed"
                size={36}
                aria-label={`Remove ${value || 'empty address'}`}
                onClick={() => remove(index)}
              >
                <Icon name="trash" size={18} />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
      ))}
      {!readOnly && (
        <div>
          <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />} onClick={add}>
            Add {item.charAt(0).toLowerCase() + item.slice(1)}
          </Button>
        </div>
      )}
    </Stack>
  )
}
