import { createHash } from 'node:crypto'

/** The ETag of something that has no other version than its content. */
export function contentTag(content: object): string {
  return `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url')}"`
}
