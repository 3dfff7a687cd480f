import { Group, Paper, Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { Funnel } from './calls.ts'
import classes from './funnel.module.css'
import { GroupTable } from './group-table.tsx'
import { daysBetween } from './place.ts'

const HEIGHT = 200
const FOOT = 22
const MARGIN = 34
const LABELS = 8
/** The width that a day needs below its bar. */
const LABEL = 56

interface Day {
  readonly day: string
  readonly started: number
  readonly complete: number
}

/** Large numbers in few characters, so that they fit beside the axis: 400K, 2M. */
const short = new Intl.NumberFormat('en', { notation: 'compact' })
const shortDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The name of a day, for people. */
function dayName(day: string): string {
  return shortDay.format(new Date(day))
}

/** A chart of the registrations that were started and completed on each day. A table with the same numbers follows. */
export function DayChart({ funnel, title }: { readonly funnel: Funnel; readonly title: string }) {
  const days = daysOf(funnel)
  const { ref, width } = useElementSize()
  return (
    <Paper withBorder component="section" aria-label={title} className={classes.chart}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{title}</Title>
        <div className={classes.legend} aria-hidden="true">
          <span>Started</span>
          <span>Complete</span>
        </div>
      </Group>
      <div ref={ref}>{width > 0 && <Bars days={days} width={width} />}</div>
      <details>
        <summary>As a table</summary>
        <GroupTable funnel={funnel} nameOf={dayName} />
      </details>
    </Paper>
  )
}

function Bars({ days, width }: { readonly days: readonly Day[]; readonly width: number }) {
  const most = roundMost(Math.max(...days.map(({ started, complete }) => Math.max(started, complete))))
  const room = (width - MARGIN) / days.length
  const bar = Math.max(1, Math.min(36, room * 0.72))
  const tall = (count: number) => (count / most) * HEIGHT
  const labels = Math.max(1, Math.min(LABELS, Math.floor((width - MARGIN) / LABEL)))
  const every = Math.ceil(days.length / labels)
  const sum = (of: 'started' | 'complete') => days.reduce((all, day) => all + day[of], 0)
  const about = `${sum('started')} registrations started and ${sum('complete')} complete in ${days.length} days`
  return (
    <svg
      role="img"
      aria-label={about}
      height={HEIGHT + FOOT + 8}
      viewBox={`0 -8 ${width} ${HEIGHT + FOOT + 8}`}
    >
      <title>{about}</title>
      {[0, most / 2, most].map(count => (
        <g key={count}>
          <line x1={MARGIN} x2={width} y1={HEIGHT - tall(count)} y2={HEIGHT - tall(count)} />
          <text x={MARGIN - 8} y={HEIGHT - tall(count) + 4} textAnchor="end">
            {short.format(count)}
          </text>
        </g>
      ))}
      {days.map(({ day, started, complete }, index) => {
        const x = MARGIN + index * room + (room - bar) / 2
        return (
          <g key={day}>
            <title>{`${dayName(day)}: ${started} started, ${complete} complete`}</title>
            <rect
              className={classes.started}
              x={x}
              y={HEIGHT - tall(started)}
              width={bar}
              height={tall(started)}
              rx={2}
            />
            <rect
              className={classes.complete}
              x={x}
              y={HEIGHT - tall(complete)}
              width={bar}
              height={tall(complete)}
              rx={2}
            />
            {index % every === 0 && (
              <text x={x + bar / 2} y={HEIGHT + FOOT - 4} textAnchor="middle">
                {dayName(day)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** Rounds the maximum up for the axis: to an even digit, or 10, times a power of ten. */
function roundMost(most: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most))))
  return Math.max(2, Math.ceil(most / unit / 2) * unit * 2)
}

function daysOf({ from, to, groups }: Funnel): Day[] {
  const known = new Map(groups.map(its => [its.group, its.steps]))
  return daysBetween(from, to).map(day => {
    const steps = known.get(day) ?? []
    return { day, started: steps[0]?.journeys ?? 0, complete: steps.at(-1)?.journeys ?? 0 }
  })
}
