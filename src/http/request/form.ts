import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { wholeBody } from './upload.ts'

export const FORM = 'application/x-www-form-urlencoded'

/** Bytes of a form that a page posts. */
export const LARGEST_FORM = 64 * 1024
const SECONDS = 10
const MOST_FIELDS = 200

/** Whether a request says that it brings a form. */
export function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === FORM
}

/** The fields of a form in their order; a percent escape that is not UTF-8 is a `URIError`. */
export function* fieldsOf(body: Buffer): Generator<[string, string]> {
  for (const pair of body.toString('utf8').split('&')) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    yield [
      unescaped(cut === -1 ? pair : pair.slice(0, cut)),
      cut === -1 ? '' : unescaped(pair.slice(cut + 1)),
    ]
  }
}

export function unescaped(text: string): string {
  return /[%+]/.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : text
}

/**
 * The fields of a form that a page posts, in their order. Pages made for IBM Security Verify nest forms, so that browsers
 * send a field twice; the original service takes the first one.
 */
export class PostedForm extends Map<string, string> {
  readonly #fields: readonly (readonly [string, string])[]

  constructor(fields: readonly (readonly [string, string])[]) {
    super([...fields].reverse())
    this.#fields = fields
  }

  /** Every value of a field, such as a box for each of several scopes. */
  all(name: string): string[] {
    return this.#fields.flatMap(([field, value]) => (field === name ? [value] : []))
  }
}

/** The form that a page posts. If a field occurs twice, the first one counts. */
export async function postedForm(request: FastifyRequest, reply: FastifyReply): Promise<PostedForm> {
  if (!isForm(request)) throw new Refusal('upload_type', { expected: FORM })
  const over = new Refusal('over_limit', { what: 'form', limit: LARGEST_FORM })
  const body = await wholeBody(request, reply, { bytes: LARGEST_FORM, seconds: SECONDS, over })
  try {
    return new PostedForm([...fieldsOf(body)].slice(0, MOST_FIELDS))
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw new Refusal('upload_malformed', { why: 'The form has a percent escape that is not UTF-8.' })
  }
}
