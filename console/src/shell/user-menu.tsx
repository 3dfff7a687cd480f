import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { sendJson } from '../api.ts'
import { Icon } from '../parts/icon.tsx'
import { toast } from '../parts/toast.tsx'
import { useSession } from '../session.ts'
import { depart } from '../unsaved.ts'
import classes from './user-menu.module.css'

const ROLES = { administrator: 'Administrator', developer: 'Developer' }

async function signOut(): Promise<void> {
  try {
    await sendJson('POST', '/signout')
    location.assign('/signed-out')
  } catch {
    toast('You are still signed in: the server did not answer. Try again.', 'error')
  }
}

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { name, userName, role, version } = useSession()
  const shown = name || userName
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
        <Menu.Item
          leftSection={<Icon name="out" size={16} />}
          onClick={() => depart('/signout', () => void signOut())}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
