import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { sendJson } from '../api.ts'
import { type Drafts, useDrafts } from '../drafts.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { toast } from '../parts/toast.tsx'
import { useSession } from '../session.ts'
import { depart, release } from '../unsaved.ts'
import classes from './user-menu.module.css'

const STILL_SIGNED_IN = 'You are still signed in, because the server did not answer. Try again.'
const ROLES = { administrator: 'Administrator', developer: 'Theme developer' }

/** Ends the session, and removes all drafts from the browser. */
async function signOut(drafts: Drafts): Promise<void> {
  await sendJson('POST', '/signout')
  drafts.dropAll()
  release()
  location.assign('/signed-out')
}

/** Shows who is signed in, and lets them sign out. */
export function UserMenu() {
  const { name, userName, role, version } = useSession()
  const drafts = useDrafts()
  const [asking, setAsking] = useState(false)
  const shown = name || userName
  const leave = () => {
    if (drafts.list().length > 0) setAsking(true)
    else depart('/signout', () => void signOut(drafts).catch(() => toast(STILL_SIGNED_IN, 'error')))
  }
  return (
    <Menu width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <VisuallyHidden>Account menu: </VisuallyHidden>
          <Avatar name={shown} color="azure" size={32} radius="xl" aria-hidden />
          <span className={classes.words}>
            <Text component="span" size="sm" fw={600} lh={1.2} truncate>
              {shown}
            </Text>
            <Text component="span" size="xs" c="dimmed" lh={1.3}>
              {ROLES[role]}
            </Text>
          </span>
          <Icon name="down" size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label="Account">
        <Menu.Label>
          Signed in as {userName}
          <br />
          Tabard {version}
        </Menu.Label>
        <Menu.Item leftSection={<Icon name="out" size={16} />} onClick={leave}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
      {asking && (
        <Confirm
          title="Sign out and discard unsaved changes?"
          action="Discard and sign out"
          onClose={() => setAsking(false)}
          onConfirm={() => signOut(drafts)}
        >
          You have unsaved changes. Signing out removes them from this browser, so that nobody who uses it
          after you can see them.
        </Confirm>
      )}
    </Menu>
  )
}
