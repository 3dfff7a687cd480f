const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A relative time. The exact time is in the tooltip. */
export function Ago({ at }: { readonly at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={exact.format(date)}>
      {ago((date.getTime() - Date.now()) / 1000)}
    </time>
  )
}

function ago(seconds: number): string {
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length)
  return step === undefined ? 'just now' : relative.format(Math.round(seconds / step[1]), step[0])
}

export function exactTime(at: string): string {
  return exact.format(new Date(at))
}
