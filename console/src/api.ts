import { signedInAgain, wasSignedIn } from './session-end.ts'
import { ETAG_GUIDE, PROXY_GUIDES } from './shell/help.ts'
import { worded } from './words.ts'

/** A call that the service refused, or that failed. */
export class ApiError extends Error {
  readonly status: number
  readonly messageId: string
  /** What happened, in words for people. */
  readonly messageDescription: string
  /** The field that the error is about, if any. */
  readonly field: string | undefined
  /** The address of the documentation of this error, if the service gave one. */
  readonly help: string | undefined

  constructor(status: number, messageId: string, told: string, help?: string) {
    const { text, field } = worded(messageId, told)
    super(text)
    this.status = status
    this.messageId = messageId
    this.messageDescription = text
    this.field = field
    this.help = help
  }
}

/** The content of a file with its ETag, for a later precondition. */
export interface TaggedFile {
  readonly blob: Blob
  readonly etag: string | null
  /** The name to store it under; empty if the service gives none. */
  readonly name: string
}

export const UNREACHABLE = 'The server does not answer. Check your connection, then try again.'

/** The error for a console cookie that was sent twice. The response has removed the planted one. */
const COOKIE_REPEATED = 'TABRD0121E'

/**
 * Makes a call, and throws an ApiError if it fails. If the session has ended, it waits until somebody has signed in
 * again.
 */
async function call(path: string, init: RequestInit = {}, again = false): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, { credentials: 'same-origin', ...init })
  } catch {
    throw new ApiError(0, 'UNREACHABLE', UNREACHABLE)
  }
  if (response.ok) return response
  const error = await failureOf(response)
  if (error.messageId === COOKIE_REPEATED && !again) return await call(path, init, true)
  if (response.status !== 401) throw error
  if (!wasSignedIn()) {
    signIn()
    throw error
  }
  const back = signedInAgain()
  // Nobody waits for a background call, and it is repeated soon.
  if (isBackground(init)) throw error
  await back
  return await call(path, init)
}

const BACKGROUND = 'tabard-background'

function isBackground({ headers }: RequestInit): boolean {
  return new Headers(headers).has(BACKGROUND)
}

/** The error that a response tells, also if it comes from a proxy. */
export async function failureOf(response: Response): Promise<ApiError> {
  const told: unknown = await response.json().catch(() => null)
  const { messageId, messageDescription } = (told ?? {}) as Partial<ApiError>
  return new ApiError(
    response.status,
    messageId ?? 'UNKNOWN',
    messageDescription ?? proxyText(response.status),
    HELP.exec(response.headers.get('link') ?? '')?.[1] ?? PROXY_GUIDES[response.status],
  )
}

function proxyText(status: number): string {
  return status === 413
    ? 'This is larger than the proxy in front of the service accepts. Ask the operator to raise its limit.'
    : `The server could not do this (error ${status}). Try again. If it happens again, ask the operator to check the log.`
}

/** The service names the documentation of an error in a header. */
const HELP = /^<(\/docs\/[^>]+)>; rel="help"$/

/** Goes to the sign-in page, which returns to the current screen. */
export function signIn(): void {
  location.assign(`/signin?to=${encodeURIComponent(location.pathname + location.search)}`)
}

/** JSON with its ETag, for a later precondition. */
export interface Tagged<T> {
  readonly data: T
  readonly etag: string | null
}

/** Reads JSON. Background calls do not extend the session. */
export async function getJson<T>(path: string, background = false): Promise<T> {
  return (await getTagged<T>(path, background)).data
}

/** Reads JSON and its ETag. */
export async function getTagged<T>(path: string, background = false): Promise<Tagged<T>> {
  const headers = { accept: 'application/json', ...(background && { [BACKGROUND]: 'true' }) }
  const response = await call(path, { headers })
  return { data: (await response.json()) as T, etag: etagOf(response) }
}

/** Sends JSON, and returns the response if it has a body. Headers can contain preconditions. */
export async function sendJson<T = void>(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const content =
    body === undefined ? { headers } : { body: JSON.stringify(body), headers: { ...JSON_BODY, ...headers } }
  return await answerOf<T>(await call(path, { method, ...content }))
}

/** Changes something, unless somebody else has changed it since the ETag was read. Returns the new ETag. */
export async function putJson(path: string, body: object, etag: string | null): Promise<string | null> {
  const headers = { ...JSON_BODY, ...ifMatch(etag) }
  return etagOf(await call(path, { method: 'PUT', body: JSON.stringify(body), headers }))
}

const JSON_BODY = { 'content-type': 'application/json' }

type Parts = Readonly<Record<string, Blob | object | undefined>>

/** Sends a multipart form, with the ETag as a precondition if there is one. */
export async function sendForm<T = void>(
  method: string,
  path: string,
  parts: Parts,
  etag?: string | null,
): Promise<T> {
  const headers = etag === undefined ? {} : ifMatch(etag)
  return await answerOf<T>(await call(path, { method, body: formOf(parts), headers }))
}

/** Sends a form, and returns the response with the ETag for a later precondition. */
export async function askForm<T>(
  path: string,
  parts: Parts,
): Promise<{ readonly answer: T; readonly etag: string | null }> {
  const response = await call(path, { method: 'POST', body: formOf(parts) })
  return { answer: await answerOf<T>(response), etag: etagOf(response) }
}

/** Builds a form. JSON values are added as text. */
function formOf(parts: Parts): FormData {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    if (part instanceof Blob) form.set(name, part)
    else if (part !== undefined) form.set(name, JSON.stringify(part))
  }
  return form
}

/** The ETag of a response, as the service sent it: proxies that compress a response mark its ETag as weak. */
function etagOf({ headers }: Response): string | null {
  return headers.get('etag')?.replace(/^W\//, '') ?? null
}

/** The precondition of a write. Without the ETag, the write could overwrite changes of other people. */
export function ifMatch(etag: string | null): Record<string, string> {
  if (etag === null) throw new ApiError(0, 'ETAG_MISSING', ETAG_MISSING, ETAG_GUIDE)
  return { 'if-match': etag }
}

const ETAG_MISSING =
  'Nothing was saved, because it could overwrite changes of other people: a proxy in front of the service removes the information that shows them. Ask the operator to turn off compression in the proxy.'

async function answerOf<T>(response: Response): Promise<T> {
  const text = await response.text()
  return (
    text === '' || !response.headers.get('content-type')?.includes('json') ? undefined : JSON.parse(text)
  ) as T
}

export async function getFile(path: string): Promise<TaggedFile> {
  const response = await call(path, { cache: 'no-cache' })
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  return { blob: await response.blob(), etag: etagOf(response), name }
}

/** Replaces a file, unless somebody else has changed it since the ETag was read. Returns the new ETag. */
export async function putFile(path: string, file: Blob, etag: string | null): Promise<string | null> {
  return await sendFile(path, file, ifMatch(etag))
}

/** Creates a file, and returns its ETag. Fails if there is one already. */
export async function addFile(path: string, file: Blob): Promise<string | null> {
  return await sendFile(path, file, { 'if-none-match': '*' })
}

async function sendFile(path: string, file: Blob, headers: HeadersInit): Promise<string | null> {
  const form = new FormData()
  form.set('file', file)
  return etagOf(await call(path, { method: 'PUT', body: form, headers }))
}

/**
 * Deletes a file, unless somebody else has changed it since the ETag was read. Returns the ETag of the file that
 * replaces it.
 */
export async function deleteFile(path: string, etag: string | null): Promise<string | null> {
  return etagOf(await call(path, { method: 'DELETE', headers: ifMatch(etag) }))
}

/** Whether the error says that somebody else has changed the file since the ETag was read. */
export function isMoved(thrown: unknown): thrown is ApiError {
  return thrown instanceof ApiError && thrown.status === 412
}

export function errorOf(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  console.error(thrown)
  return new ApiError(0, 'UNKNOWN', 'Something went wrong in this page. Reload it, then try again.')
}
