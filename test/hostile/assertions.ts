import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { WireAnswer } from './wire.ts'

/** A file of the fixtures that holds JSON. */
export function fixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')) as T
}

/** Every refusal has a body of exactly this shape; answers with its description. */
export function assertErrorBody({ body, headers }: Pick<WireAnswer, 'body' | 'headers'>): string {
  assert.match(headers['content-type'] ?? 'none', /^application\/json\b/)
  const error = JSON.parse(body) as Record<string, unknown>
  assert.deepEqual(Object.keys(error).sort(), ['messageDescription', 'messageId'])
  assert.match(String(error.messageId), /^(?:TABRD\d{4}E|CSIAZ3024E)$/)
  return String(error.messageDescription)
}

/** The statuses that a row of the fixtures names. */
export function statusesOf(expect: string): number[] {
  return (expect.match(/\b\d{3}\b/g) ?? []).map(Number)
}
