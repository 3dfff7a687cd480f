import { BoundedCache } from './bounded-cache.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LANGUAGES = 200

/** Formats dates and durations for a language. */
export interface Times {
  /** A date with hours and minutes. The reader's time zone is unknown, so the time is in UTC and says so. */
  readonly moment: (at: number) => string
  /** A date without time, in UTC. */
  readonly day: (at: number) => string
  /** A date with seconds, for comparing it with a log. */
  readonly instant: (at: number) => string
  /** How far in the future a time is, such as `in 30 minutes`. Below two hours in minutes, below two days in hours. */
  readonly ahead: (milliseconds: number) => string
}

/** Cached, because creating a formatter is slow and every error page needs one. */
const known = new BoundedCache<string, Times>(LANGUAGES)

/** The formats of a language, by its BCP 47 tag; English for an unknown language. */
export function timesIn(tag: string): Times {
  let times = known.get(tag)
  if (times === undefined) {
    times = made([tag, 'en'])
    known.set(tag, times)
  }
  return times
}

function made(tags: string[]): Times {
  const dated = (timeStyle: 'short' | 'medium') =>
    new Intl.DateTimeFormat(tags, { dateStyle: 'long', timeStyle, timeZone: 'UTC' })
  const [moment, instant] = [dated('short'), dated('medium')]
  const day = new Intl.DateTimeFormat(tags, { dateStyle: 'long', timeZone: 'UTC' })
  const relative = new Intl.RelativeTimeFormat(tags)
  return {
    moment: at => `${moment.format(at)} UTC`,
    day: at => day.format(at),
    instant: at => `${instant.format(at)} UTC`,
    ahead: milliseconds => {
      const left = Math.max(milliseconds, MINUTE)
      if (left >= 2 * DAY) return relative.format(Math.round(left / DAY), 'day')
      if (left >= 2 * HOUR) return relative.format(Math.round(left / HOUR), 'hour')
      return relative.format(Math.round(left / MINUTE), 'minute')
    },
  }
}
