import { type Conditional, Refusal } from './refusal.ts'

/** The tags of a conditional header, as written; `*` matches anything that exists. */
type Tags = '*' | readonly string[]

/** The precondition of a request (RFC 9110, section 13). */
export interface Precondition {
  readonly ifMatch?: Tags
  readonly ifNoneMatch?: Tags
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** The precondition in two headers. */
export function precondition(ifMatch: string | undefined, ifNoneMatch: string | undefined): Precondition {
  return {
    ...(ifMatch !== undefined && { ifMatch: tags(ifMatch) }),
    ...(ifNoneMatch !== undefined && { ifNoneMatch: tags(ifNoneMatch) }),
  }
}

function tags(header: string): Tags {
  return header.trim() === '*' ? '*' : (header.match(TAG) ?? [])
}

/** Whether the client already has the version with this tag. */
export function isFresh({ ifNoneMatch }: Precondition, tag: string): boolean {
  return ifNoneMatch === '*' || (ifNoneMatch?.some(other => other.replace(/^W\//, '') === tag) ?? false)
}

/** Rejects a write whose precondition fails; `tag` is undefined if there is nothing yet. */
export function checkPrecondition(
  { ifMatch, ifNoneMatch }: Precondition,
  what: Conditional,
  tag: string | undefined,
): void {
  if (ifMatch !== undefined) {
    const holds = tag !== undefined && (ifMatch === '*' || ifMatch.includes(tag))
    if (!holds)
      throw new Refusal('precondition_failed', {
        what,
        header: 'If-Match',
        ...(isVain(ifMatch) && { isVain: true }),
      })
  }
  if (ifNoneMatch !== undefined && tag !== undefined && isFresh({ ifNoneMatch }, tag)) {
    throw new Refusal('precondition_failed', { what, header: 'If-None-Match' })
  }
}

/** Whether If-Match holds for no version at all: it compares strongly, and has no strong tag. */
function isVain(ifMatch: Tags): boolean {
  return ifMatch !== '*' && ifMatch.every(tag => tag.startsWith('W/'))
}
