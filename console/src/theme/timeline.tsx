import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { Ago } from '../parts/ago.tsx'
import { authorShown } from '../parts/author.ts'
import classes from './history.module.css'
import { type Point, type Revision, revisionName } from './history-calls.ts'

interface TimelineProps {
  readonly revisions: readonly Revision[]
  readonly shown: Point
  readonly onCompare: (point: Point) => void
  readonly onRestore: (point: Point) => void
}

/** The changes of a theme with their authors and times, newest first. */
export function Timeline({ revisions, shown, onCompare, onRestore }: TimelineProps) {
  return (
    <section aria-label="Revisions" className={classes.side}>
      <Title order={2} mb="sm">
        Revisions
      </Title>
      <ol className={classes.timeline}>
        {revisions.map((one, index) => (
          <li key={one.revision} aria-current={String(one.revision) === shown ? 'true' : undefined}>
            <Group gap="xs">
              <Text size="sm" fw={600} className={classes.what}>
                {revisionName(one)}
              </Text>
              <Badge size="sm" color={index === 0 ? 'azure' : 'gray'}>
                Revision {one.revision}
                {index === 0 && ' · now'}
              </Badge>
            </Group>
            <Text size="xs" c="dimmed">
              <Ago at={one.at} /> by {authorShown(one.author, one.authorName)}
            </Text>
            {one.message !== null && (
              <Text size="sm" className={classes.message}>
                {one.message}
              </Text>
            )}
            <Changes changes={one.changes} />
            <Group gap={4} mt={4}>
              {/* The service keeps a number of revisions, so the one before the oldest may be gone. */}
              {(index < revisions.length - 1 || one.revision === 1) && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => onCompare(String(one.revision))}
                  aria-label={`Show what changed in revision ${one.revision}`}
                >
                  What changed
                </Button>
              )}
              {index > 0 && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => onRestore(String(one.revision))}
                  aria-label={`Restore revision ${one.revision}`}
                >
                  Restore…
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Changes({ changes }: Pick<Revision, 'changes'>) {
  const [only, ...others] = changes
  if (only === undefined) return null
  if (others.length === 0) return <div className={classes.only}>{only.path}</div>
  return (
    <details className={classes.changes}>
      <summary>{changes.length} files</summary>
      <ul>
        {changes.map(({ path, kind }) => (
          <li key={path}>
            {path} <i>{kind}</i>
          </li>
        ))}
      </ul>
    </details>
  )
}
