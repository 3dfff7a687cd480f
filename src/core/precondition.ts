import { Refusal } from './refusal.ts'

/** The tags of a conditional header, as they were written; `*` stands for anything that exists. */
type Tags = '*' | readonly string[]

/** What a client asks to hold before its request is carried out (RFC 9110, section 13). */
export interface Precondition {
  readonly ifMatch?: Tags
  readonly ifNoneMatch?: Tags
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** The precondition that two headers state. */
export function precondition(ifMatch: string | undefined, ifNoneMatch: string | undefined): Precondition {
  return {
    ...(ifMatch !== undefined && { ifMatch: tags(ifMatch) }),
    ...(ifNoneMatch !== undefined && { ifNoneMatch: tags(ifNoneMatch) }),
  }
}

function tags(header: string): Tags {
  return header.trim() === '*' ? '*' : (header.match(TAG) ?? [])
}

/** Whether a reader already has what the tag stands for. */
export function isFresh({ ifNoneMatch }: Precondition, tag: string): boolean {
  return ifNoneMatch === '*' || (ifNoneMatch?.some(other => other.replace(/^W\//, '') === tag) ?? false)
}

/** Refuses a write whose condition no longer holds; `tag` is undefined where there is nothing yet. */
export function checkPrecondition(
  { ifMatch, ifNoneMatch }: Precondition,
  what: 'theme' | 'file' | 'flow',
  tag: string | undefined,
): void {
  if (ifMatch !== undefined) {
    const holds = tag !== undefined && (ifMatch === '*' || ifMatch.includes(tag))
    if (!holds) throw new Refusal('precondition_failed', { what, header: 'If-Match' })
  }
  if (ifNoneMatch !== undefined && tag !== undefined && isFresh({ ifNoneMatch }, tag)) {
    throw new Refusal('precondition_failed', { what, header: 'If-None-Match' })
  }
}
