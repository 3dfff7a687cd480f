import { Anchor, Code, Group, Paper, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { Ago } from '../parts/ago.tsx'
import { authorShown } from '../parts/author.ts'
import { Copy } from '../parts/copy.tsx'
import { Picture } from '../parts/picture.tsx'
import { DEFAULT_THEME, type ThemeSummary, themePlace } from './calls.ts'
import { ThemeActions } from './theme-actions.tsx'
import classes from './theme-card.module.css'
import { UsedBy } from './used-by.tsx'

interface ThemeCardProps {
  readonly theme: ThemeSummary
  readonly onDuplicate: () => void
}

export function ThemeCard({ theme, onDuplicate }: ThemeCardProps) {
  const { id, name, revision, customized, updatedAt, updatedBy, updatedByName } = theme
  const description = descriptionOf(theme)
  return (
    <Paper component="li" withBorder className={classes.card}>
      <div className={classes.picture}>
        <Picture themeId={id} revision={revision} />
      </div>
      <div className={classes.words}>
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <Title order={2} className={classes.name}>
            <Anchor component={Link} href={themePlace(id)} inherit c="inherit" className={classes.link}>
              {name}
            </Anchor>
          </Title>
          <ThemeActions theme={theme} onDuplicate={onDuplicate} />
        </Group>
        {description !== null && (
          <Text size="sm" lineClamp={2}>
            {description}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {filesCount(customized)}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          <UsedBy theme={theme} />
        </Text>
        <div className={classes.foot}>
          <Text size="xs" c="dimmed">
            Changed <Ago at={updatedAt} /> by {authorShown(updatedBy, updatedByName)}
          </Text>
          {id !== DEFAULT_THEME && (
            <Group gap={2} wrap="nowrap">
              <Code className={classes.id} title={id}>
                {id}
              </Code>
              <Copy value={id} what={`theme ID of ${name}`} />
            </Group>
          )}
        </div>
      </div>
    </Paper>
  )
}

/** The description of a theme. The original one of the default theme is left out, because it only repeats the name. */
export function descriptionOf({ id, description }: Pick<ThemeSummary, 'id' | 'description'>): string | null {
  return id === DEFAULT_THEME && description?.toLowerCase() === 'default theme' ? null : description
}

export function filesCount(customized: number): string {
  if (customized === 0) return 'No customized files'
  return customized === 1 ? '1 customized file' : `${customized} customized files`
}
