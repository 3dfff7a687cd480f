import { Anchor, Button, CloseButton, Code, Group, Paper, Text, Title, Tooltip } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useAction } from '../action.ts'
import { errorOf, sendJson } from '../api.ts'
import { useSession } from '../session.ts'
import { Copy } from './copy.tsx'
import { Icon } from './icon.tsx'
import { toast } from './toast.tsx'
import classes from './try-sign-in.module.css'

/** An account to try a theme with, and where its journey begins. */
interface Demo {
  readonly userName: string
  readonly password: string
  readonly url: string
}

let demo: Demo | null = null
const watchers = new Set<() => void>()

function show(next: Demo | null): void {
  demo = next
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** A tab that is opened while the click is handled, as later it would be blocked; it cannot reach back. */
function openTab(): Window | null {
  const tab = open('about:blank', '_blank')
  if (tab !== null) {
    tab.opener = null
    tab.document.title = 'Opening the sign-in'
  }
  return tab
}

interface TrySignInProps {
  readonly themeId: string
  /** Whether there are changes that a try would not show. */
  readonly unsaved?: boolean
}

/** The whole journey in a theme, with an application and an account made for it. */
export function TrySignIn({ themeId, unsaved = false }: TrySignInProps) {
  const { busy, run } = useTry(themeId)
  return (
    <Tooltip label="Save first: a try shows what is saved." disabled={!unsaved}>
      <Button
        variant="default"
        leftSection={<Icon name="play" size={14} />}
        loading={busy}
        data-disabled={unsaved || undefined}
        aria-disabled={unsaved || undefined}
        onClick={() => void (!unsaved && run())}
      >
        Try the sign-in
      </Button>
    </Tooltip>
  )
}

/** Makes the account and opens the sign-in. */
export function useTry(themeId: string): { readonly busy: boolean; readonly run: () => void } {
  const { pagesUrl } = useSession()
  const { busy, run } = useAction()
  const start = () => {
    const tab = openTab()
    void run(async () => {
      try {
        const made = await sendJson<Demo>('POST', '/v1.0/tabard/demo', { themeId })
        const { href } = new URL(made.url, pagesUrl)
        show({ ...made, url: href })
        tab?.location.replace(href)
      } catch (thrown) {
        tab?.close()
        toast(`The sign-in cannot be tried. ${errorOf(thrown).messageDescription}`, 'error')
        throw thrown
      }
    })
  }
  return { busy, run: start }
}

/** Whom to sign in as; it stays while one looks at other screens. */
export function TestAccount() {
  const shown = useSyncExternalStore(watch, () => demo)
  return (
    <div role="status">
      {shown !== null && (
        <Paper shadow="lg" withBorder p="md" className={classes.panel}>
          <Group justify="space-between" wrap="nowrap" mb={4}>
            <Title order={2} size="h3">
              Try the sign-in
            </Title>
            <CloseButton size="sm" aria-label="Close the test account" onClick={() => show(null)} />
          </Group>
          <Text size="sm" component="div">
            <div className={classes.row}>
              Sign in as <Code>{shown.userName}</Code>
              <Copy value={shown.userName} what="username" />
            </div>
            <div className={classes.row}>
              with <Code>{shown.password}</Code>
              <Copy value={shown.password} what="password" />
            </div>
          </Text>
          <Text size="sm" c="dimmed" mt={4}>
            It works for trying only, until the next try. Nothing opened?{' '}
            <Anchor href={shown.url} target="_blank" rel="noreferrer" inherit underline="always">
              Open the sign-in
            </Anchor>
          </Text>
        </Paper>
      )}
    </div>
  )
}
