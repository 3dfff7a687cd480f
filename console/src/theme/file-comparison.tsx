import { Button, Group, Paper, Text } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Content, isImage, useContent } from './content.ts'
import { DiffView } from './diff-view.tsx'
import classes from './history.module.css'
import { type Difference, type Point, pastFileAddress, pointName } from './history-calls.ts'
import type { ThemeDetail } from './theme.tsx'

interface FileComparisonProps {
  readonly theme: ThemeDetail
  readonly difference: Difference
  readonly from: Point
  readonly to: Point
  readonly onRestore: () => void
}

/** One file in two states, side by side. */
export function FileComparison({ theme, difference, from, to, onRestore }: FileComparisonProps) {
  const { path } = difference
  const address = (point: Point, digest: string | null) =>
    digest === null ? null : pastFileAddress(theme.id, point, path)
  const left = useContent(address(from, difference.from), path, difference.from ?? '')
  const right = useContent(address(to, difference.to), path, difference.to ?? '')
  const ready =
    (difference.from === null || left.content !== null) && (difference.to === null || right.content !== null)
  const failure = left.failure ?? right.failure
  return (
    <Paper withBorder className={classes.file} component="section" aria-label={path}>
      <Group justify="space-between" className={classes.fileBar}>
        <span className={classes.path}>{path}</span>
        <Button size="xs" variant="default" leftSection={<Icon name="undo" size={14} />} onClick={onRestore}>
          Restore this file from {pointName(from)}…
        </Button>
      </Group>
      <Problem failure={failure} />
      {!ready && failure === null && <Placeholder h={160} radius={0} label="Loading the file" />}
      {ready && <Sides path={path} left={left.content} right={right.content} from={from} to={to} />}
    </Paper>
  )
}

interface SidesProps {
  readonly path: string
  readonly left: Content | null
  readonly right: Content | null
  readonly from: Point
  readonly to: Point
}

function Sides({ path, left, right, from, to }: SidesProps) {
  const leftName = capitalized(pointName(from))
  const rightName = capitalized(pointName(to))
  const text = left?.text != null || right?.text != null
  return (
    <>
      {isImage(path) && (
        <div className={classes.images}>
          <Side name={leftName} content={left} />
          <Side name={rightName} content={right} />
        </div>
      )}
      {text && (
        <DiffView
          left={left?.text ?? ''}
          right={right?.text ?? ''}
          leftName={leftName}
          rightName={rightName}
        />
      )}
      {!text && !isImage(path) && (
        <Text p="md" c="dimmed" size="sm">
          This kind of file cannot be shown here.
        </Text>
      )}
    </>
  )
}

function Side({ name, content }: { readonly name: string; readonly content: Content | null }) {
  return (
    <figure>
      <figcaption>{name}</figcaption>
      {content?.image == null ? <Text c="dimmed">No such file</Text> : <img src={content.image} alt={name} />}
    </figure>
  )
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
