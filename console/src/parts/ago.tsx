import { elapsed } from './elapsed.ts'

const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A relative time. The exact time is in the tooltip. */
export function Ago({ at }: { readonly at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={exact.format(date)}>
      {elapsed((date.getTime() - Date.now()) / 1000)}
    </time>
  )
}

export function exactTime(at: string): string {
  return exact.format(new Date(at))
}
