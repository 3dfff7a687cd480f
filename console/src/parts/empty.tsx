import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyProps {
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** Shown for an empty list, with the first thing to do. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <Paper withBorder p="xl" bg="var(--surface)">
      <Stack align="center" gap="sm" py="lg">
        <Title order={2}>{title}</Title>
        <Text c="dimmed" ta="center" maw={520} component="div">
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}
