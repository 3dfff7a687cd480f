import type { RefusalCode } from '../../core/refusal.ts'
import type { FAULTS } from '../request/faults.ts'
import { type Body, type Call, ENTITLED, type Group, type Who } from './call.ts'
import { type ErrorSample, faultSample, refusalSample } from './samples.ts'

/** Which of the two servers answers: a session works with the console's only. */
export type Origin = 'pages' | 'console'

const TOKEN: readonly RefusalCode[] = [
  'token_missing',
  'token_malformed',
  'token_invalid',
  'entitlement_missing',
]
const SESSION: readonly RefusalCode[] = ['session_missing', 'origin_foreign']
const ARRIVING: readonly RefusalCode[] = ['upload_encoded', 'upload_timeout', 'upload_aborted']
const SENT: readonly RefusalCode[] = ['upload_malformed', ...ARRIVING]
const CONTENT: readonly RefusalCode[] = ['path_invalid', 'path_collides', 'content_contradicts']

// At a call for people a token does not suffice, but it is looked at wherever there is one.
const BY_WHO: Record<Who, readonly RefusalCode[]> = {
  anyone: [],
  'console page': ['origin_foreign'],
  session: SESSION,
  reader: TOKEN,
  writer: TOKEN,
  steward: TOKEN,
  designer: TOKEN,
  registrar: TOKEN,
  somebody: [...SESSION, ...TOKEN.slice(1)],
  administrator: ['role_missing', ...SESSION, ...TOKEN.slice(1)],
}

const BY_BODY: Record<Body['kind'], readonly RefusalCode[]> = {
  package: [...SENT, ...CONTENT, 'upload_type', 'over_limit', 'archive_invalid'],
  file: [...SENT, ...CONTENT, 'upload_type', 'over_limit'],
  json: [...SENT, 'upload_type', 'value_invalid'],
  files: [...SENT, ...CONTENT, 'over_limit'],
  events: [...SENT, 'upload_type', 'over_limit'],
  form: ARRIVING,
  report: ['over_limit', ...ARRIVING],
}

/** Errors that every call of a tenant can return, besides its own refusals. */
const ALWAYS: readonly RefusalCode[] = [
  'target_invalid',
  'request_malformed',
  'headers_too_large',
  'expectation_unknown',
  'overloaded',
  'worker_refused',
  'host_unknown',
]
const FAILURES: readonly (keyof typeof FAULTS)[] = ['internal', 'unavailable', 'full', 'damaged']
/** Calls that ask neither for the tenant nor for the database. */
const APART: ReadonlySet<Group> = new Set(['Service'])

/** The refusals that a call declares. */
export function ownErrors(call: Call, origins: readonly Origin[]): ErrorSample[] {
  const { who, theme, body, refusals = [] } = call
  const codes = [
    ...BY_WHO[who],
    ...(who in ENTITLED && origins.includes('console') ? SESSION : []),
    ...((who === 'steward' || who === 'designer' || who === 'registrar') && origins.includes('console')
      ? (['role_missing'] as const)
      : []),
    ...(theme === 'every' ? (['client_limited'] as const) : []),
    ...(body === undefined ? [] : BY_BODY[body.kind]),
    ...refusals,
  ]
  return [...new Set(codes)].map(refusalSample)
}

/** What any call of its group can answer. */
export function commonErrors(group: Group): ErrorSample[] {
  const codes = APART.has(group) ? ALWAYS.filter(code => code !== 'host_unknown') : ALWAYS
  return [...codes.map(refusalSample), ...FAILURES.map(faultSample)]
}
