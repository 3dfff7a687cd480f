import { Group, Text } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { Icon } from '../parts/icon.tsx'
import { MistakesContext } from './context.ts'

interface MarkedProps {
  /** The JSON pointer of the edited property. */
  readonly path: string
  readonly children?: ReactNode
}

/** A part of the designer that mistakes link to. It also shows them. */
export function Marked({ path, children }: MarkedProps) {
  const mistakes = useContext(MistakesContext).filter(mistake => mistake.path === path)
  if (children === undefined && mistakes.length === 0) return null
  return (
    <div data-path={children === undefined ? undefined : path}>
      {children}
      {mistakes.map(({ reason, warning }) => (
        <Group
          key={reason}
          gap={6}
          mt={6}
          wrap="nowrap"
          align="flex-start"
          data-warning={warning || undefined}
        >
          <Text size="sm" c={warning ? WARNING : 'var(--mantine-color-error)'} lh={1.4}>
            <Icon name="warning" size={14} /> {reason}
          </Text>
        </Group>
      ))}
    </div>
  )
}

const WARNING = 'light-dark(#7a4500, #f0c674)'
