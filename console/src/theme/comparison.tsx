import { Badge, Button, Group, Paper, Select, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { exactTime } from '../parts/ago.tsx'
import { authorShown } from '../parts/author.ts'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { useResource } from '../resource.ts'
import { MASTER } from '../themes/calls.ts'
import type { Comparison as Compared } from '../wire.ts'
import { FileComparison } from './file-comparison.tsx'
import classes from './history.module.css'
import type { Restoring } from './history.tsx'
import { compareResource, type Point, pointName, type Revision } from './history-calls.ts'
import type { ThemeDetail } from './theme.tsx'

interface ComparisonProps {
  readonly theme: ThemeDetail
  readonly revisions: readonly Revision[]
  readonly from: Point
  readonly to: Point
  /** Increases whenever a comparison is requested elsewhere on the screen. It then scrolls into view. */
  readonly asked: number
  readonly onChoose: (points: Readonly<Record<string, Point>>) => void
  readonly onRestore: (restoring: Restoring) => void
}

const COLORS = { added: 'teal', removed: 'red', changed: 'azure' }

/** The differences between two states of a theme. */
export function Comparison(props: ComparisonProps) {
  const { theme, revisions, from, to, asked, onChoose, onRestore } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (asked === 0) return
    const { top = 0 } = heading.current?.getBoundingClientRect() ?? {}
    if (top < 0 || top > innerHeight / 2) heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [asked])
  const { data, failure, reload } = useResource<Compared>(compareResource(theme.id, from, to))
  const [path, setPath] = useState<string | null>(null)
  const points = [
    ...revisions.map(({ revision, at, author, authorName }) => ({
      value: String(revision),
      label: `Revision ${revision} · ${exactTime(at)} · ${authorShown(author, authorName)}`,
    })),
    { value: MASTER, label: 'Master' },
  ]
  const chosen = data?.differences.find(one => one.path === path) ?? data?.differences[0]
  return (
    <Stack component="section" aria-label="Compare" className={classes.compare}>
      <Title order={2} tabIndex={-1} ref={heading} className={classes.heading}>
        Compare
      </Title>
      <div className={classes.points}>
        <Select
          label="From"
          data={points}
          value={from}
          onChange={value => value !== null && onChoose({ from: value })}
          allowDeselect={false}
        />
        <Select
          label="To"
          data={points}
          value={to}
          onChange={value => value !== null && onChoose({ to: value })}
          allowDeselect={false}
        />
      </div>
      <Problem failure={failure} retry={reload} />
      {data === undefined && failure === undefined && <Placeholder h={120} label="Comparing" />}
      {data !== undefined && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed" role="status">
            {summary(data.differences.length, from, to)}
          </Text>
          {from !== String(theme.revision) && (
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name="undo" size={14} />}
              onClick={() => onRestore({ point: from })}
            >
              Restore {pointName(from)}…
            </Button>
          )}
        </Group>
      )}
      {data !== undefined && data.differences.length > 0 && (
        <Paper withBorder className={classes.list} component="ul" aria-label="Files that differ">
          {data.differences.map(one => (
            <li key={one.path}>
              <UnstyledButton
                className={classes.difference}
                aria-pressed={one === chosen}
                onClick={() => setPath(one.path)}
              >
                <span>{one.path}</span>
                <Badge size="sm" color={COLORS[one.kind]} flex="none">
                  {one.kind}
                </Badge>
              </UnstyledButton>
            </li>
          ))}
        </Paper>
      )}
      {chosen !== undefined && (
        <FileComparison
          key={`${chosen.path} ${from} ${to}`}
          theme={theme}
          difference={chosen}
          from={from}
          to={to}
          onRestore={() => onRestore({ point: from, path: chosen.path })}
        />
      )}
    </Stack>
  )
}

function summary(count: number, from: Point, to: Point): string {
  if (from === to) return 'Both sides are the same revision. Choose another one to compare with.'
  if (count === 0) return 'No file differs.'
  return count === 1 ? '1 file differs.' : `${count} files differ.`
}
