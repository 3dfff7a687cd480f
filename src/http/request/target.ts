import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'

/**
 * The segments of a request target after a prefix, each decoded exactly once. It works on the raw target: a
 * URL parser would resolve encoded dots and so end up at another theme.
 */
export function segmentsAfter(prefix: RegExp, target: string): string[] {
  const path = target.split('?', 1)[0]!
  const start = prefix.exec(path)
  if (start === null) throw new Refusal('target_invalid', { why: 'it is not below the address of this call' })
  const rest = path.slice(start[0].length)
  if (/^[\w./-]*$/.test(rest)) return rest.split('/')
  if (/[^\x21-\x7e]/.test(rest)) throw invalid('it has a character that needs to be percent-encoded')
  if (/[;\\#]/.test(rest)) throw invalid('it has a semicolon, a backslash or a hash')
  return rest.split('/').map(decoded)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw invalid('it has a percent escape that is not UTF-8')
  }
}

function invalid(why: string): Refusal {
  return new Refusal('target_invalid', { why })
}

/** The requested path, as pages show it. It leaves out the query, which may contain the state of a sign-in. */
export function pathOf({ raw }: FastifyRequest): string {
  return raw.url?.split('?', 1)[0]?.slice(0, 200) ?? ''
}

/** The parameters of a query, each at most once. */
export function queryOf(target: string, names: readonly string[]): Map<string, string> {
  const question = target.indexOf('?')
  const values = new Map<string, string>()
  if (question === -1) return values
  for (const [name, value] of new URLSearchParams(target.slice(question + 1))) {
    if (!names.includes(name)) continue
    if (values.has(name)) throw new Refusal('query_invalid', { parameter: name, problem: 'is given twice' })
    values.set(name, value)
  }
  return values
}

/** The parameters of a query; of one that is given several times, the first. */
export function firstOf(target: string): Map<string, string> {
  const question = target.indexOf('?')
  const values = new Map<string, string>()
  if (question === -1) return values
  for (const [name, value] of new URLSearchParams(target.slice(question + 1))) {
    if (!values.has(name)) values.set(name, value)
  }
  return values
}
