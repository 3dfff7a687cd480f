import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { useListQuery } from './list-query.ts'

interface FilterFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Elements in which the key / types a slash. */
const ELSEWHERE = 'input, textarea, select, [contenteditable="true"], [role="dialog"]'

/** A field that filters a list. The key / focuses it from anywhere on the screen. */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof HTMLElement && target.closest(ELSEWHERE)) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  return (
    <TextInput
      ref={field}
      maw={440}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key === 'Escape') onChange('')
        // The list is filtered already. In a form, Enter would save it.
        if (event.key === 'Enter') event.preventDefault()
      }}
      leftSection={<Icon name="search" size={16} />}
      rightSectionPointerEvents={value === '' ? 'none' : 'all'}
      rightSection={
        value === '' ? (
          <Kbd size="xs" aria-hidden>
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label="Clear filter" onClick={() => onChange('')} />
        )
      }
    />
  )
}

/** A filter that is stored in the URL, so that it is restored after going back. */
export function useFilter(): readonly [string, (value: string) => void] {
  return useListQuery('filter')
}

/** Whether every word of a filter occurs in one of the texts. */
export function matches(filter: string, ...texts: readonly (string | null)[]): boolean {
  const text = texts.join('\n').toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}
