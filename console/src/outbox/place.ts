import { useQuery } from '../parts/query.ts'
import type { MailState } from './calls.ts'

/** What the screen shows: the filter of the list, and the open mail. */
export interface OutboxPlace {
  readonly state: MailState | undefined
  readonly page: number
  readonly mail: string | undefined
}

const STATES: readonly MailState[] = ['waiting', 'held', 'sent', 'given-up', 'expired']

export function useOutboxPlace(): OutboxPlace {
  const query = useQuery()
  const page = Number(query.get('page') ?? 1)
  return {
    state: STATES.find(state => state === query.get('state')),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    mail: query.get('mail') ?? undefined,
  }
}

/** The URL of a place. */
export function outboxAddress({ state, page, mail }: OutboxPlace): string {
  const query = new URLSearchParams({
    ...(state !== undefined && { state }),
    ...(page > 1 && { page: String(page) }),
    ...(mail !== undefined && { mail }),
  })
  return `/outbox${query.size === 0 ? '' : `?${query}`}`
}
