import { Badge } from '@mantine/core'
import type { RequestState } from './calls.ts'

const STATES: Readonly<Record<RequestState, readonly [name: string, color: string]>> = {
  waiting: ['Waiting', 'yellow'],
  'more-wanted': ['More information needed', 'azure'],
  approved: ['Approved', 'teal'],
  rejected: ['Rejected', 'red'],
  withdrawn: ['Withdrawn', 'gray'],
  expired: ['Expired', 'gray'],
  closed: ['Closed', 'gray'],
}

/** The state of a request. */
export function StateBadge({ state }: { readonly state: RequestState }) {
  const [name, color] = STATES[state]
  return <Badge color={color}>{name}</Badge>
}
