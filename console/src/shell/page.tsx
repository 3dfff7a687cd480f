import { Group, Stack, Text, Title } from '@mantine/core'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import classes from './page.module.css'

/** What is shown above the content of a screen, such as why it may be out of date. */
export const NoticeContext = createContext<ReactNode>(null)

interface PageProps {
  readonly title: string
  readonly above?: ReactNode
  readonly beside?: ReactNode
  readonly below?: ReactNode
  readonly actions?: ReactNode
  /** Whether it uses the full width. */
  readonly wide?: boolean
  readonly children: ReactNode
}

// The path of the first screen. There, the focus stays at the top, so that the skip link is next.
let arrival: string | undefined
let moved = false

/** A screen. Its heading gets the focus after navigation, and becomes the document's title. */
export function Page({ title, above, beside, below, actions, wide, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Tabard`
  }, [title])
  useEffect(() => {
    arrival ??= location.pathname
    moved ||= location.pathname !== arrival
    if (moved) heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return (
    <Stack gap="lg" className={classes.page} data-wide={wide}>
      <header>
        {above}
        <Group justify="space-between" align="flex-end" gap="md">
          <div className={classes.words}>
            <Group gap="sm">
              <Title order={1} tabIndex={-1} ref={heading} className={classes.title}>
                {title}
              </Title>
              {beside}
            </Group>
            {below !== undefined && (
              <Text c="dimmed" size="sm" mt={4} component="div">
                {below}
              </Text>
            )}
          </div>
          {actions !== undefined && (
            <Group gap="xs" className={classes.actions}>
              {actions}
            </Group>
          )}
        </Group>
      </header>
      {useContext(NoticeContext)}
      {children}
    </Stack>
  )
}
