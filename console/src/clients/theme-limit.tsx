import { Stack, Switch, Text } from '@mantine/core'
import { Checklist } from '../parts/checklist.tsx'
import { useResource } from '../resource.ts'
import { DEFAULT_THEME, defaultFirst, THEMES, type ThemeList } from '../themes/calls.ts'
import type { ClientSettings } from './calls.ts'

interface ThemeLimitProps {
  readonly limit: ClientSettings['limit']
  readonly change: (limit: ClientSettings['limit']) => void
}

/** The themes that a client is limited to. */
export function ThemeLimit({ limit, change }: ThemeLimitProps) {
  const themes = useResource<ThemeList>(THEMES).data?.themes ?? []
  const deleted = (limit ?? [])
    .filter(id => themes.length > 0 && !themes.some(theme => theme.id === id))
    .map(id => ({ id, name: `Deleted theme (${id})` }))
  return (
    <Stack gap="xs">
      <Switch
        label="Limit to some themes"
        description="It sees only these themes, and cannot create, rename or reset themes."
        checked={limit !== null}
        onChange={event => change(event.currentTarget.checked ? [] : null)}
      />
      {limit !== null && (
        <Checklist
          label="Themes"
          what="themes"
          options={[
            ...deleted,
            ...themes.toSorted(defaultFirst).map(({ id, name }) => ({ id, name: named(id, name) })),
          ]}
          value={limit}
          onChange={change}
        />
      )}
      {limit?.length === 0 && (
        <Text size="sm" c="dimmed">
          Choose at least one theme.
        </Text>
      )}
    </Stack>
  )
}

/** At most this many themes are named in a list. */
const MOST = 3

/** The limit of a client in a list. */
export function LimitedTo({ limit }: { readonly limit: ClientSettings['limit'] }) {
  const themes = useResource<ThemeList>(THEMES).data?.themes
  if (limit === null || themes === undefined) return null
  const nameOf = (id: string) => named(id, themes.find(theme => theme.id === id)?.name ?? 'a deleted theme')
  const more = limit.length - MOST
  return (
    <Text size="sm" c="dimmed">
      Only {limit.slice(0, MOST).map(nameOf).join(', ')}
      {more > 0 && ` and ${more} more`}
    </Text>
  )
}

function named(id: string, name: string): string {
  return id === DEFAULT_THEME ? 'Default theme' : name
}
