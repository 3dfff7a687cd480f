import { Text } from '@mantine/core'
import { exactTime } from '../parts/ago.tsx'

const DAY = 86_400_000
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** When access ends. If it ends at midnight (UTC), the day before is shown, because it is the last day of access. */
export function Until({ at }: { readonly at: string | null }) {
  if (at === null)
    return (
      <Text size="sm" c="dimmed">
        No end
      </Text>
    )
  const isDay = Date.parse(at) % DAY === 0
  return (
    <Text size="sm">
      <time dateTime={at} title={exactTime(at)}>
        {isDay ? day.format(Date.parse(at) - DAY) : exactTime(at)}
      </time>
    </Text>
  )
}

/** The day (UTC) of a time. */
export function dayOf(at: string): string {
  return day.format(Date.parse(at))
}

/** The last day of access, in the format of date fields. */
export function lastDay(at: string | null): string {
  return at === null ? '' : new Date(Date.parse(at) - 1).toISOString().slice(0, 10)
}
