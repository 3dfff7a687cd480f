import { Badge } from '@mantine/core'
import type { MailHead, MailState } from './calls.ts'

export const STATE_NAMES: Readonly<Record<MailState, string>> = {
  waiting: 'Waiting',
  held: 'Held',
  sent: 'Sent',
  'given-up': 'Failed',
  expired: 'Expired',
}

const COLORS: Readonly<Record<MailState, string>> = {
  waiting: 'yellow',
  held: 'yellow',
  sent: 'teal',
  'given-up': 'red',
  expired: 'red',
}

const later = new Intl.RelativeTimeFormat('en-US')

export function StateBadge({ state }: { readonly state: MailState }) {
  return <Badge color={COLORS[state]}>{STATE_NAMES[state]}</Badge>
}

/** Details about a mail beyond its state; null if it was sent. */
export function progress({ state, tries, dueAt, problem }: MailHead, sends: boolean): string | null {
  if (state === 'sent') return null
  if (state === 'given-up') return problem
  if (state === 'held') return 'From before a mail server was set. Send it or drop it.'
  if (state === 'expired') return 'Not sent: its code or link has expired'
  if (!sends) return 'Kept here: no mail server is set'
  if (tries === 0) return 'About to be sent'
  return `${triesName(tries)}, next try ${until(Date.parse(dueAt))}`
}

export function triesName(tries: number): string {
  if (tries === 0) return 'Not tried yet'
  return tries === 1 ? 'Tried once' : `Tried ${tries} times`
}

function until(at: number): string {
  const seconds = Math.round((at - Date.now()) / 1000)
  if (seconds <= 0) return 'now'
  return seconds < 90 ? later.format(seconds, 'second') : later.format(Math.round(seconds / 60), 'minute')
}
