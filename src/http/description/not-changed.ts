import type { Answer } from './call.ts'

/** The answer to a GET whose `If-None-Match` names the current version. */
export const NOT_CHANGED = {
  text: 'Not changed: its ETag is the one in `If-None-Match`.',
  headers: ['ETag'],
} as const satisfies Answer
