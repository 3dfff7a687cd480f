import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { Icon, type IconName } from '../parts/icon.tsx'
import { isBoolean, useRemembered } from '../parts/remembered.ts'
import { Toasts } from '../parts/toast.tsx'
import { TestAccount } from '../parts/try-sign-in.tsx'
import { useInView } from '../parts/use-in-view.ts'
import { useSession } from '../session.ts'
import mark from '../tabard.svg'
import { ColorScheme } from './color-scheme.tsx'
import { Departing } from './departing.tsx'
import { guideFor } from './help.ts'
import { ScriptsOff } from './scripts-off.tsx'
import { SessionDialog } from './session-dialog.tsx'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

const PLACES: readonly { path: string; name: string; icon: IconName; administrators?: true }[] = [
  { path: '/', name: 'Home', icon: 'home' },
  { path: '/themes', name: 'Themes', icon: 'palette' },
  { path: '/applications', name: 'Applications', icon: 'apps' },
  { path: '/flows', name: 'User flows', icon: 'flow', administrators: true },
  { path: '/people', name: 'People', icon: 'person', administrators: true },
  { path: '/groups', name: 'Groups', icon: 'people', administrators: true },
  { path: '/requests', name: 'Requests', icon: 'approve', administrators: true },
  { path: '/campaigns', name: 'Campaigns', icon: 'history', administrators: true },
  { path: '/analytics', name: 'Analytics', icon: 'funnel' },
  { path: '/linter', name: 'Linter', icon: 'check' },
  { path: '/sources', name: 'Identity sources', icon: 'globe', administrators: true },
  { path: '/clients', name: 'API clients', icon: 'key', administrators: true },
  { path: '/outbox', name: 'Outbox', icon: 'mail', administrators: true },
]

/** The frame around every screen. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation()
  const { role } = useSession()
  const places = PLACES.filter(({ administrators }) => role === 'administrator' || !administrators)
  const nav = useInView<HTMLElement>('[aria-current]', path)
  const [narrow, setNarrow] = useRemembered('tabard-navigation-narrow', false, isBoolean)
  return (
    <div className={classes.shell} data-narrow={narrow || undefined}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.header}>
        <Link href="/" className={classes.brand}>
          <img src={mark} alt="" width={24} height={24} />
          <Text component="span" fw={700}>
            Tabard
          </Text>
        </Link>
        <Group gap="xs">
          <ActionIcon
            component="a"
            href={guideFor(path)}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            color="gray"
            size="lg"
            c="inherit"
            aria-label="Help for this screen"
            title="Help for this screen"
          >
            <Icon name="help" />
          </ActionIcon>
          <ColorScheme />
          <UserMenu />
        </Group>
      </header>
      <nav className={classes.nav} aria-label="Main" ref={nav}>
        {places.map(place => {
          const here = path === place.path || path.startsWith(`${place.path}/`)
          return (
            <Link
              key={place.path}
              href={place.path}
              className={classes.place}
              title={narrow ? place.name : undefined}
              aria-current={here ? (path === place.path ? 'page' : 'true') : undefined}
            >
              <Icon name={place.icon} />
              <span>{place.name}</span>
            </Link>
          )
        })}
        <UnstyledButton
          className={classes.narrower}
          aria-expanded={!narrow}
          aria-label={narrow ? 'Expand navigation' : 'Collapse navigation'}
          title={narrow ? 'Expand navigation' : 'Collapse navigation'}
          onClick={() => setNarrow(!narrow)}
        >
          <Icon name={narrow ? 'right' : 'left'} size={16} />
        </UnstyledButton>
      </nav>
      <main id="main" tabIndex={-1} className={classes.main}>
        <ScriptsOff />
        {children}
      </main>
      <div className={classes.corner}>
        <TestAccount />
        <Toasts />
      </div>
      <Departing />
      <SessionDialog />
    </div>
  )
}
