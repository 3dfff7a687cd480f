import { Anchor, Button, CloseButton, Code, Group, Paper, Text, Title, Tooltip } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useAction } from '../action.ts'
import { errorOf, sendJson } from '../api.ts'
import { useSession } from '../session.ts'
import type { TryOutStart } from '../wire.ts'
import { Copy } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { toast } from './toast.tsx'
import classes from './try-sign-in.module.css'

/** A test account for a theme, and the URL where its sign-in starts. */
interface Demo extends TryOutStart {
  /** Whether its sign-in page has been opened. */
  readonly opened: boolean
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

interface TrySignInProps {
  readonly themeId: string
  /** Whether there are unsaved changes, which the test would not show. */
  readonly unsaved?: boolean
}

/** Tries a whole sign-in with a theme, with a test application and a test account. */
export function TrySignIn({ themeId, unsaved = false }: TrySignInProps) {
  const { busy, run } = useTry(themeId)
  return (
    <Tooltip label="Save first. Trying the sign-in shows only what is saved." disabled={!unsaved}>
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

/** Creates the test account, and shows how to sign in with it. */
export function useTry(themeId: string): { readonly busy: boolean; readonly run: () => void } {
  const { pagesUrl } = useSession()
  const { busy, run } = useAction()
  const start = () => {
    void run(async () => {
      try {
        const made = await sendJson<TryOutStart>('POST', '/v1.0/tabard/demo', { themeId })
        show({ ...made, url: new URL(made.url, pagesUrl).href, opened: false })
      } catch (thrown) {
        const failure = errorOf(thrown)
        toast(`The sign-in cannot be tried. ${failure.messageDescription}`, 'error', failure)
        throw thrown
      }
    })
  }
  return { busy, run: start }
}

/** Shows the credentials of the test account: first in a dialog, then in the corner of other screens. */
export function TestAccount() {
  const shown = useSyncExternalStore(watch, () => demo)
  return (
    <>
      {shown !== null && !shown.opened && <BeforeLeaving demo={shown} />}
      <div role="status">
        {shown?.opened && (
          <Paper shadow="lg" withBorder p="md" className={classes.panel}>
            <Group justify="space-between" wrap="nowrap" mb={4}>
              <Title order={2} size="h3">
                Test account
              </Title>
              <CloseButton size="sm" aria-label="Close the test account" onClick={() => show(null)} />
            </Group>
            <Account demo={shown} />
            <Text size="sm" c="dimmed" mt={4}>
              It works until you try the sign-in again.{' '}
              <Anchor href={shown.url} target="_blank" rel="noreferrer" inherit underline="always">
                Open the sign-in again
              </Anchor>
            </Text>
          </Paper>
        )}
      </div>
    </>
  )
}

/** Shows the account before the new tab hides this one. The password is also copied to the clipboard. */
function BeforeLeaving({ demo }: { readonly demo: Demo }) {
  const leave = () => {
    // Without the permission, the password is still shown here and in the corner.
    void navigator.clipboard?.writeText(demo.password).catch(() => undefined)
    show({ ...demo, opened: true })
  }
  return (
    <Dialog onClose={() => show(null)} title="Try the sign-in">
      <Text size="sm" mb="sm">
        The sign-in page opens in a new tab. Sign in there with this test account:
      </Text>
      <Account demo={demo} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => show(null)}>
          Cancel
        </Button>
        <Button
          component="a"
          href={demo.url}
          target="_blank"
          rel="noreferrer"
          rightSection={<Icon name="external" size={14} />}
          onClick={leave}
          data-autofocus
        >
          Copy password and open
        </Button>
      </Group>
    </Dialog>
  )
}

function Account({ demo }: { readonly demo: Demo }) {
  return (
    <dl className={classes.account}>
      <dt>Username</dt>
      <dd>
        <Code>{demo.userName}</Code>
        <Copy value={demo.userName} what="username" />
      </dd>
      <dt>Password</dt>
      <dd>
        <Code>{demo.password}</Code>
        <Copy value={demo.password} what="password" />
      </dd>
    </dl>
  )
}
