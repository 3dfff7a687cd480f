import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type ApplicationList, applicationPlace } from '../applications/calls.ts'
import { NewApplicationButton } from '../applications/new-application-button.tsx'
import { Ago } from '../parts/ago.tsx'
import { authorShown } from '../parts/author.ts'
import { byName } from '../parts/by-name.ts'
import type { Resource } from '../resource.ts'
import { useSession } from '../session.ts'
import { DEFAULT_THEME, type ThemeSummary, themePlace } from '../themes/calls.ts'
import classes from './home.module.css'

const MOST = 5

interface OverviewProps {
  readonly themes: readonly ThemeSummary[]
  readonly applications: Resource<ApplicationList>
}

/** The most recently changed themes, and the applications with their themes. */
export function Overview({ themes, applications }: OverviewProps) {
  const { role } = useSession()
  const newest = themes.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt)).slice(0, MOST)
  const made = (applications.data?.applications ?? []).toSorted((one, other) => byName(one.name, other.name))
  const themeName = (id: string | null) =>
    id === null ? 'Default theme' : (themes.find(theme => theme.id === id)?.name ?? id)
  return (
    <div className={classes.overview}>
      <List title="Recently changed themes" to="/themes" more="All themes">
        {newest.map(({ id, name, updatedAt, updatedBy, updatedByName }) => (
          <li key={id}>
            <Anchor component={Link} href={themePlace(id)} fw={600} className={classes.name}>
              {name}
            </Anchor>
            <Text size="sm" c="dimmed">
              Changed <Ago at={updatedAt} /> by {authorShown(updatedBy, updatedByName)}
            </Text>
          </li>
        ))}
      </List>
      {applications.data !== undefined && (
        <List title="Applications" to="/applications" more="All applications">
          {made.slice(0, MOST).map(({ id, name, themeId }) => (
            <li key={id}>
              <Anchor component={Link} href={applicationPlace(id)} fw={600} className={classes.name}>
                {name}
              </Anchor>
              <Text size="sm" c="dimmed">
                Shows{' '}
                <Anchor
                  component={Link}
                  href={themePlace(themeId ?? DEFAULT_THEME)}
                  inherit
                  underline="always"
                >
                  {themeName(themeId)}
                </Anchor>
              </Text>
            </li>
          ))}
          {made.length === 0 && (
            <li>
              <Text size="sm" c="dimmed" mb={role === 'administrator' ? 'sm' : 0}>
                {role === 'administrator'
                  ? 'None yet. Create one and choose its theme. People see that theme when they sign in.'
                  : 'None yet. An administrator can create the first one.'}
              </Text>
              {role === 'administrator' && <NewApplicationButton />}
            </li>
          )}
        </List>
      )}
    </div>
  )
}

interface ListProps {
  readonly title: string
  readonly to: string
  readonly more: string
  readonly children: ReactNode
}

function List({ title, to, more, children }: ListProps) {
  return (
    <Paper withBorder component="section" aria-label={title} className={classes.list}>
      <Group justify="space-between" mb={4}>
        <Title order={2}>{title}</Title>
        <Button component={Link} href={to} variant="subtle" size="compact-sm">
          {more}
        </Button>
      </Group>
      <ul>{children}</ul>
    </Paper>
  )
}
