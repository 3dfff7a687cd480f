import { Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './analytics.module.css'

/** A section of the settings, with a heading. */
export function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder component="section" aria-label={title} className={classes.card}>
      <Stack gap="sm">
        <Title order={2}>{title}</Title>
        {children}
      </Stack>
    </Paper>
  )
}
