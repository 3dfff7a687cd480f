import { Anchor, Paper, Select, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { byName } from '../../../src/core/by-name.ts'
import { Picture } from '../parts/picture.tsx'
import { useResource } from '../resource.ts'
import { DEFAULT_THEME, THEMES, type ThemeList, themePlace } from '../themes/calls.ts'
import classes from './application.module.css'

interface ThemeChoiceProps {
  readonly value: string
  readonly onChange: (themeId: string) => void
  readonly readOnly: boolean
}

/** The themes to choose from, by name. Themes with equal names are distinguished by their ids. */
function choices(themes: ThemeList['themes']) {
  const own = themes
    .filter(({ id }) => id !== DEFAULT_THEME)
    .toSorted((one, other) => byName(one.name, other.name))
  const names = new Set<string>()
  const twins = new Set(own.map(({ name }) => name).filter(name => names.size === names.add(name).size))
  return [
    { value: DEFAULT_THEME, label: 'Default theme' },
    ...own.map(({ id, name }) => ({ value: id, label: twins.has(name) ? `${name} (${id})` : name })),
  ]
}

export function ThemeSelect({ value, onChange, readOnly }: ThemeChoiceProps) {
  const { data } = useResource<ThemeList>(THEMES)
  return (
    <Select
      label="Theme"
      description="What people see when they sign in to this application."
      data={choices(data?.themes ?? [])}
      value={data === undefined ? null : value}
      placeholder={data === undefined ? 'Loading' : undefined}
      onChange={chosen => onChange(chosen ?? DEFAULT_THEME)}
      allowDeselect={false}
      searchable={(data?.themes.length ?? 0) > 8}
      limit={100}
      nothingFoundMessage="No theme has this name"
      readOnly={readOnly}
      variant={readOnly ? 'filled' : 'default'}
      rightSection={readOnly ? <span /> : undefined}
    />
  )
}

export function ThemePicture({ themeId }: { readonly themeId: string }) {
  const theme = useResource<ThemeList>(THEMES).data?.themes.find(({ id }) => id === themeId)
  return (
    <Stack gap="xs">
      <Paper withBorder className={classes.frame}>
        <Picture themeId={themeId} revision={theme?.revision} />
      </Paper>
      <Text size="sm" c="dimmed">
        The sign-in page of{' '}
        <Anchor component={Link} href={themePlace(themeId)} inherit underline="always">
          {themeId === DEFAULT_THEME ? 'the default theme' : (theme?.name ?? themeId)}
        </Anchor>
        , as people see it now
      </Text>
    </Stack>
  )
}
