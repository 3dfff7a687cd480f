import { useState } from 'react'
import { useLocation } from 'wouter'
import { Confirm } from '../parts/confirm.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { useQuery } from '../parts/query.ts'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { MASTER, themePlace } from '../themes/calls.ts'
import type { RevisionList } from '../wire.ts'
import { Comparison } from './comparison.tsx'
import classes from './history.module.css'
import { type Point, pointName, restore, revisionsResource } from './history-calls.ts'
import type { ThemeDetail } from './theme.tsx'
import { Timeline } from './timeline.tsx'

/** The file to restore, or the whole theme. */
export interface Restoring {
  readonly point: Point
  readonly path?: string
}

/** The revisions of a theme, the differences between two states, and a way to restore one. */
export function History({ theme }: { readonly theme: ThemeDetail }) {
  const { data, failure, reload } = useResource<RevisionList>(revisionsResource(theme.id))
  const [, navigate] = useLocation()
  const query = useQuery()
  /** Increases whenever a comparison is requested in the timeline. */
  const [asked, setAsked] = useState(0)
  const [restoring, setRestoring] = useState<Restoring | null>(null)
  if (data === undefined) {
    if (failure !== undefined) return <Problem failure={failure} retry={reload} />
    return <Placeholder h={320} label="Loading the history" />
  }
  const points = [...data.revisions.map(({ revision }) => String(revision)), MASTER]
  const before = (point: Point) => points[points.indexOf(point) + 1] ?? MASTER
  const newest = points[0]!
  const known = (name: string) => points.find(point => point === query.get(name))
  const to = known('to') ?? newest
  const from = known('from') ?? before(to)
  const choose = (points: Readonly<Record<string, Point>>) =>
    navigate(`${themePlace(theme.id)}?${new URLSearchParams({ tab: 'history', ...points })}`, {
      replace: true,
    })
  return (
    <div className={classes.columns}>
      <Timeline
        revisions={data.revisions}
        shown={to}
        onCompare={point => {
          choose({ from: before(point), to: point })
          setAsked(times => times + 1)
        }}
        onRestore={point => setRestoring({ point })}
      />
      <Comparison
        theme={theme}
        revisions={data.revisions}
        from={from}
        to={to}
        asked={asked}
        onChoose={some => choose({ from, to, ...some })}
        onRestore={setRestoring}
      />
      {restoring !== null && (
        <Restore
          theme={theme}
          restoring={restoring}
          over={data.revisions[0]?.revision ?? theme.revision}
          onClose={() => setRestoring(null)}
          onDone={() => choose({})}
        />
      )}
    </div>
  )
}

interface RestoreProps {
  readonly theme: ThemeDetail
  readonly restoring: Restoring
  /** The newest revision. */
  readonly over: number
  readonly onClose: () => void
  readonly onDone: () => void
}

function Restore({ theme, restoring: { point, path }, over, onClose, onDone }: RestoreProps) {
  return (
    <Confirm
      title={
        path === undefined ? `Restore ${pointName(point)}?` : `Restore this file from ${pointName(point)}?`
      }
      action={path === undefined ? 'Restore theme' : 'Restore file'}
      onClose={onClose}
      onConfirm={async () => {
        await restore(theme.id, { point, path, over })
        toast(path === undefined ? 'The theme was restored.' : 'The file was restored.')
        onDone()
      }}
    >
      {path === undefined ? (
        <>
          All files of <b>{theme.name}</b> will be as they were in {pointName(point)}.
        </>
      ) : (
        <>
          <b>{path}</b> will be as it was in {pointName(point)}.
        </>
      )}{' '}
      This creates a new revision, so you can undo it. People see the change at once.
    </Confirm>
  )
}
