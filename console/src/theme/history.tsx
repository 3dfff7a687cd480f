import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../parts/confirm.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { MASTER } from '../themes/calls.ts'
import { Comparison } from './comparison.tsx'
import classes from './history.module.css'
import { type Point, pointName, type Revision, restore, revisionsResource } from './history-calls.ts'
import type { ThemeDetail } from './theme.tsx'
import { Timeline } from './timeline.tsx'

/** What is to be restored: a file, or the whole theme. */
export interface Restoring {
  readonly point: Point
  readonly path?: string
}

/** How a theme came to be, what differs between two of its states, and the way back. */
export function History({ theme }: { readonly theme: ThemeDetail }) {
  const { data, failure, reload } = useResource<{ revisions: readonly Revision[] }>(
    revisionsResource(theme.id),
  )
  const [chosen, setChosen] = useState<{ from: Point; to: Point } | null>(null)
  const [restoring, setRestoring] = useState<Restoring | null>(null)
  if (data === undefined) {
    if (failure !== undefined) return <Problem failure={failure} retry={reload} />
    return <Skeleton h={320} aria-label="Loading the history" />
  }
  const points = [...data.revisions.map(({ revision }) => String(revision)), MASTER]
  const before = (point: Point) => points[points.indexOf(point) + 1] ?? MASTER
  const newest = points[0]!
  const { from, to } = chosen ?? { from: before(newest), to: newest }
  return (
    <div className={classes.columns}>
      <Timeline
        revisions={data.revisions}
        shown={to}
        onCompare={point => setChosen({ from: before(point), to: point })}
        onRestore={point => setRestoring({ point })}
      />
      <Comparison
        theme={theme}
        revisions={data.revisions}
        from={from}
        to={to}
        onChoose={(some: Partial<{ from: Point; to: Point }>) => setChosen({ from, to, ...some })}
        onRestore={setRestoring}
      />
      {restoring !== null && (
        <Restore
          theme={theme}
          restoring={restoring}
          onClose={() => setRestoring(null)}
          onDone={() => setChosen(null)}
        />
      )}
    </div>
  )
}

interface RestoreProps {
  readonly theme: ThemeDetail
  readonly restoring: Restoring
  readonly onClose: () => void
  readonly onDone: () => void
}

function Restore({ theme, restoring: { point, path }, onClose, onDone }: RestoreProps) {
  return (
    <Confirm
      title={
        path === undefined ? `Restore ${pointName(point)}?` : `Restore this file from ${pointName(point)}?`
      }
      action={path === undefined ? 'Restore theme' : 'Restore file'}
      onClose={onClose}
      onConfirm={async () => {
        await restore(theme.id, point, path)
        toast(path === undefined ? 'The theme is restored.' : 'The file is restored.')
        onDone()
      }}
    >
      {path === undefined ? (
        <>
          All files of <b>{theme.name}</b> become as they were in {pointName(point)}.
        </>
      ) : (
        <>
          <b>{path}</b> becomes as it was in {pointName(point)}.
        </>
      )}{' '}
      This makes a new revision, so you can go back again. People see the change at once.
    </Confirm>
  )
}
