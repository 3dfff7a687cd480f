import { Paper, Select, Text } from '@mantine/core'
import type { FlowDocument } from '../../../src/core/user-flows/document.ts'
import { exactTime } from '../parts/ago.tsx'
import { authorShown } from '../parts/author.ts'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { useResource } from '../resource.ts'
import { DiffView } from '../theme/diff-view.tsx'
import history from '../theme/history.module.css'
import { type FlowVersion, type PastFlow, versionsResource } from './calls.ts'

/** A version number, or the unpublished design. */
export type Point = string

/** The unpublished design. */
export const DESIGN: Point = 'design'

interface VersionComparisonProps {
  readonly reference: string
  readonly points: readonly { readonly value: Point; readonly label: string }[]
  readonly design: FlowDocument
  readonly from: Point
  readonly to: Point
  readonly onChoose: (points: { readonly from: Point; readonly to: Point }) => void
}

/** The differences between two versions of a flow, line by line, as in `tabard flow diff`. */
export function VersionComparison(props: VersionComparisonProps) {
  const { reference, points, design, from, to, onChoose } = props
  const left = useDocument(reference, from, design)
  const right = useDocument(reference, to, design)
  const failure = left.failure ?? right.failure
  const isReady = left.text !== undefined && right.text !== undefined
  return (
    <>
      <div className={history.points}>
        <Select
          label="From"
          data={points}
          value={from}
          onChange={value => value !== null && onChoose({ from: value, to })}
          allowDeselect={false}
        />
        <Select
          label="To"
          data={points}
          value={to}
          onChange={value => value !== null && onChoose({ from, to: value })}
          allowDeselect={false}
        />
      </div>
      <Problem failure={failure} />
      {!isReady && failure === undefined && <Placeholder h={160} label="Comparing" />}
      {isReady &&
        (left.text === right.text ? (
          <Text size="sm" c="dimmed" role="status">
            {from === to
              ? 'Both sides are the same version. Choose another one to compare with.'
              : 'Nothing differs.'}
          </Text>
        ) : (
          <Paper withBorder className={history.file}>
            <DiffView
              key={`${from} ${to}`}
              left={left.text!}
              right={right.text!}
              leftName={pointName(from)}
              rightName={pointName(to)}
            />
          </Paper>
        ))}
    </>
  )
}

/** The versions to compare: the unpublished design, the stored versions, and the original. */
export function pointsOf(
  versions: readonly FlowVersion[],
  { isDirty, hasOriginal }: { readonly isDirty: boolean; readonly hasOriginal: boolean },
) {
  return [
    ...(isDirty ? [{ value: DESIGN, label: 'Your design, not published' }] : []),
    ...versions.map(({ version, at, author, authorName }) => ({
      value: String(version),
      label: `Version ${version} · ${exactTime(at)} · ${authorShown(author, authorName)}`,
    })),
    ...(hasOriginal ? [{ value: '1', label: 'Version 1 · Original' }] : []),
  ]
}

function useDocument(reference: string, point: Point, design: FlowDocument) {
  // The design is not stored on the service. Its request only fills the place, and the response is not used.
  const path = `${versionsResource(reference)}${point === DESIGN ? '' : `/${point}`}`
  const { data, failure } = useResource<Partial<PastFlow>>(path)
  if (point === DESIGN) return { text: lines(design), failure: undefined }
  return { text: data?.document && lines(data.document), failure }
}

function lines(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

function pointName(point: Point): string {
  return point === DESIGN ? 'Your design' : `Version ${point}`
}
