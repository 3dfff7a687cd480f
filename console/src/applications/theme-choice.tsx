import { Anchor, Paper, Select, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { Picture } from '../parts/picture.tsx'
import { useResource } from '../resource.ts'
import { DEFAULT_THEME, THEMES, type ThemeList, themePlace } from '../themes/calls.ts'
import { themeChoices } from '../themes/choices.ts'
import classes from './application.module.css'

interface ThemeChoiceProps {
  readonly value: string
  readonly onChange: (themeId: string) => void
  readonly readOnly: boolean
}

export function ThemeSelect({ value, onChange, readOnly }: ThemeChoiceProps) {
  const { data } = useResource<ThemeList>(THEMES)
  return (
    <Select
      label="Theme"
      description="What people see when they sign in to this application."
      data={themeChoices(data?.themes ?? [])}
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
