import { sendJson } from '../api.ts'
import { applicationResource } from '../applications/calls.ts'
import { refresh } from '../resource.ts'
import type { AccessRequest } from '../wire.ts'

export type {
  AccessRequest,
  AccessRequestList,
  Deputy,
  DeputyList,
  RequestPerson,
  RequestTurn,
  WholeRequest,
} from '../wire.ts'

export type RequestState = AccessRequest['state']
export type Decision = 'approve' | 'reject' | 'more'

export const REQUESTS = '/v1.0/tabard/requests'
export const DEPUTIES = '/v1.0/tabard/deputies'
export const PAGE_SIZE = 25
export const LONGEST_COMMENT = 2000

/** Filters the list of requests. */
export interface RequestFilter {
  /** Requests that wait for a decision, that have ended, or all. */
  readonly state: 'open' | 'ended' | 'all'
  /** The id of an application; empty for all. */
  readonly application: string
}

/** Who decides in place of whom, by user name, and on which days (UTC). */
export interface NewDeputy {
  readonly approver: string
  readonly deputy: string
  /** Empty means from now on. */
  readonly from: string
  readonly until: string
}

/** The screen of a request. */
export function requestPlace(id: string): string {
  return `/requests/${encodeURIComponent(id)}`
}

/** The list of requests for one application. */
export function requestsFor(application: string): string {
  return `/requests?${new URLSearchParams({ state: 'all', application })}`
}

export function requestResource(id: string): string {
  return `${REQUESTS}/${encodeURIComponent(id)}`
}

/** A page of the requests. */
export function requestsPage({ state, application }: RequestFilter, page: number): string {
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    page: String(page),
    ...(state !== 'all' && { state }),
    ...(application !== '' && { application }),
  })
  return `${REQUESTS}?${query}`
}

/** Whether a request can still be decided. */
export function isOpen(state: RequestState): boolean {
  return state === 'waiting' || state === 'more-wanted'
}

/** Decides about a request. Reloads the request even if the call fails, because somebody else may have decided. */
export async function decide(request: AccessRequest, turn: Decision, comment: string): Promise<void> {
  try {
    await sendJson('POST', `${requestResource(request.id)}/decision`, { turn, comment })
  } finally {
    await refresh(REQUESTS)
  }
  await refresh(`${applicationResource(request.applicationId)}/`)
}

export async function addDeputy({ from, ...deputy }: NewDeputy): Promise<void> {
  await sendJson('POST', DEPUTIES, { ...deputy, from: from === '' ? null : from })
  await refresh(DEPUTIES)
}

export async function removeDeputy(id: string): Promise<void> {
  await sendJson('DELETE', `${DEPUTIES}/${encodeURIComponent(id)}`)
  await refresh(DEPUTIES)
}
