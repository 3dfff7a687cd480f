import { request as httpRequest } from 'node:http'
import type { OpenApi } from '../../src/http/description/document.ts'
import { type Described, operationsOf } from './described.ts'

/** A server to send hostile requests to, and the headers of those who may call. */
export interface FuzzTarget {
  readonly url: string
  /** Sets of headers, one of which goes along. */
  readonly callers: readonly Readonly<Record<string, string>>[]
}

/** A request that was answered as none may be. */
export interface Failure {
  readonly request: string
  readonly status: number | string
  readonly body: string
}

const AT_ONCE = 8
const CUTS = [39, 40, 127, 128, 199, 200, 254, 255, 256, 298, 299, 300, 499, 500, 1023, 1024]
/** What no user types, percent-encoded where HTTP wants it so. */
export const HOSTILE: readonly string[] = [
  '',
  '%00',
  'a%00b',
  '%0D%0ASet-Cookie:a=b',
  '%0A',
  '%ED%A0%80',
  '%ED%B0%80%ED%A0%80',
  '%C0%AF',
  '%E0%80%AF',
  '%F8%88%80%80%80',
  '%FF%FE',
  '%',
  '%zz',
  '%u0041',
  '%EF%BF%BE',
  '%E2%80%AE%E2%81%A6',
  '%E2%80%8B',
  '%EF%BB%BF',
  '%F0%9F%98%80',
  '%CC%81',
  '..%2F..%2Fetc%2Fpasswd',
  '%252e%252e%252f',
  '..%5C',
  '..;',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '-1',
  '0',
  '1.5',
  '1e309',
  'NaN',
  '99999999999999999999',
  '9007199254740993',
  '0x10',
  'true',
  'null',
  '[]',
  '%7B%22a%22%3A1%7D',
  "'%20OR%201=1--",
  '%3Cscript%3E',
  '$&',
  '$%7B7*7%7D',
  '@ACTION@',
  '$LOGIN_TITLE$',
  'a.b',
  'a.b.c.d',
  'eyJhbGciOiJub25lIn0.e30.',
  'preview-01234567890123456789012345678901',
  '00000000-0000-4000-8000-000000000000',
  'x'.repeat(3_000),
  'x'.repeat(12_000),
  'x'.repeat(20_000),
  '%F0%9F%98%80'.repeat(300),
  'de,'.repeat(400),
  'login%20'.repeat(300),
  ...CUTS.map(length => `${'a'.repeat(length - 1)}%F0%9F%98%80`),
  ...CUTS.map(length => `${'%C3%A9'.repeat(length - 1)}%F0%9F%98%80`),
]
/** Parameters that pages and the provider know, beside those that are described. */
const PARAMETERS =
  'themeId ui_locales locale operation at recover verify notice wait from proof login_hint flow reference state runtime page limit pagination v client_id redirect_uri response_type response_mode scope prompt max_age nonce code_challenge code_challenge_method id_token_hint claims request request_uri post_logout_redirect_uri logout_hint acr_values display to again error direction container inspect titles from until'.split(
    ' ',
  )
const FIELDS =
  'username password operation otp.user.otp email given_name family_name age mobile_number locale newpassword confirmpassword oldpassword form_verifier save_consent scope dscope0 xsrf logout token flow code grant_type client_id client_secret code_verifier refresh_token redirect_uri response_type state request_uri'.split(
    ' ',
  )
/** Pages and calls of the protocol, which are described in short only. */
const PAGES = [
  '/idaas/mtfim/sps/idaas/login',
  '/idaas/mtfim/sps/idaas/logout',
  '/flows/',
  '/flows',
  '/template/v1.0/static/{path}',
  '/favicon.ico',
  '/preview/{id}/{page}',
  '/console',
  ...['/v1.0/endpoint/default', '/oidc/endpoint/default', '/oauth2'].flatMap(issuer => [
    `${issuer}/authorize`,
    `${issuer}/authorize/{uid}`,
    `${issuer}/interaction/{uid}`,
    `${issuer}/logout`,
    `${issuer}/logout/confirm`,
    `${issuer}/logout/success`,
    `${issuer}/userinfo`,
    `${issuer}/token`,
    `${issuer}/par`,
    `${issuer}/jwks`,
    `${issuer}/.well-known/openid-configuration`,
  ]),
  '/{any}',
]
/** Ends what the rest of the run needs. */
const LEFT_OUT = /^\/signout$/

/** Sends hostile texts in every parameter of every route that a server describes; answers with what went wrong. */
export async function fuzz(
  target: FuzzTarget,
  { seed, requests }: { seed: number; requests: number },
): Promise<Failure[]> {
  const described = (await (await fetch(`${target.url}/openapi.json`)).json()) as OpenApi
  const routes = [
    ...operationsOf(described).filter(
      ({ path, verb }) => /^(?:get|post)$/.test(verb) && !LEFT_OUT.test(path),
    ),
    ...PAGES.flatMap(path => (['get', 'post'] as const).map(verb => ({ path, verb, operation: undefined }))),
  ]
  const random = randomBy(seed)
  const failures: Failure[] = []
  const systematic = everywhere()
  let sent = 0
  const worker = async () => {
    while (sent < requests && failures.length < 20) {
      const number = sent++
      // Then each route in turn, so that none is left to chance.
      const made = systematic[number] ?? requestTo(routes[number % routes.length]!, target, random)
      const { status, body } = await answerTo(target.url, made)
      if (isFault(status))
        failures.push({ request: `${made.method} ${made.path}\n${made.body}`.slice(0, 2_000), status, body })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return failures
}

/** Every text in the parameters that every page reads, at every page. */
function everywhere(): Made[] {
  const pages = [
    '/idaas/mtfim/sps/idaas/login?runtime=true',
    '/idaas/mtfim/sps/idaas/logout?a',
    '/v1.0/endpoint/default/logout/success?a',
    '/v1.0/endpoint/default/authorize?response_type=code&scope=openid',
    ...['registration', 'profile', 'user_form'].map(reference => `/flows/?reference=${reference}`),
  ]
  return pages.flatMap(page =>
    HOSTILE.map(text => {
      const names = ['ui_locales', 'themeId', 'login_hint', 'locale', 'client_id', 'state', 'flow']
      // More would be refused for the size of the address alone.
      const fitting = names.slice(
        0,
        Math.max(1, Math.min(names.length, Math.floor(14_000 / (text.length + 20)))),
      )
      const query = fitting.map(name => `${name}=${text}`).join('&')
      return { method: 'GET', path: `${page}&${query}`, headers: { accept: 'text/html' }, body: '' }
    }),
  )
}

/** 503 is no fault: a busy machine sheds load. */
export function isFault(status: number | string): boolean {
  return typeof status === 'string' || (status >= 500 && status !== 503)
}

interface Made {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Random = (below: number) => number
type Route = Pick<Described, 'path' | 'verb'> & { readonly operation: Described['operation'] | undefined }

function requestTo({ path, verb, operation }: Route, { callers }: FuzzTarget, random: Random): Made {
  const one = <T>(some: readonly T[]): T => some[random(some.length)]!
  const hostile = () => one(HOSTILE)
  const parameters = operation?.parameters ?? []
  const exampleOf = (name: string) =>
    encodeURIComponent(parameters.find(parameter => parameter.name === name)?.example ?? 'default')
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    random(3) === 0 ? exampleOf(name) : hostile().replaceAll('?', '%3F'),
  )
  const own = parameters.filter(parameter => parameter.in === 'query').map(({ name }) => name)
  const names = [...own, ...Array.from({ length: random(3) }, () => one(PARAMETERS))]
  const query = names.flatMap(name => {
    const value = random(4) === 0 ? exampleOf(name) : hostile()
    const pair = `${one([name, name, name, name, `${name}[]`, `${name}[a]`, '__proto__'])}=${value}`
    return random(5) === 0 ? [pair, `${name}=${hostile()}`] : [pair]
  })
  if (path.startsWith('/flows')) query.unshift(`reference=${one(['registration', 'profile', 'user_form'])}`)
  const { type, body } = verb === 'get' ? { type: undefined, body: '' } : bodyFor(operation, random)
  return {
    method: verb.toUpperCase(),
    path: query.length === 0 ? filled : `${filled}?${query.join('&')}`,
    headers: {
      accept: one(['text/html', '*/*', 'application/json', 'application/problem+json']),
      ...(random(4) === 0 && { 'accept-language': one(['de', 'x'.repeat(600), 'de;q=1e9,*;q=-1', ',;,']) }),
      ...(random(4) === 0 && { cookie: `tabard-session=${hostile()}; locale=${hostile()}; a=b` }),
      ...one(callers),
      ...(type !== undefined && { 'content-type': type }),
    },
    body,
  }
}

function bodyFor(
  operation: Described['operation'] | undefined,
  random: Random,
): { type: string; body: string } {
  const one = <T>(some: readonly T[]): T => some[random(some.length)]!
  const media = Object.entries(operation?.requestBody?.content ?? {})[0]
  if (media?.[0].includes('json') && random(8) > 0)
    return { type: media[0], body: JSON.stringify(mutated(media[1].example ?? {}, random)) }
  const pairs = Array.from({ length: 1 + random(6) }, () => `${one(FIELDS)}=${one(HOSTILE)}`)
  return { type: 'application/x-www-form-urlencoded', body: pairs.join('&') }
}

/** A value like another one, in which some values are hostile. */
function mutated(value: unknown, random: Random): unknown {
  const one = <T>(some: readonly T[]): T => some[random(some.length)]!
  if (random(3) === 0) {
    const text = one(HOSTILE)
    const decoded = URL.canParse(`http://a/?${text}`) ? unescape(text) : text
    return one<unknown>([
      decoded,
      '\ud800',
      `${'a'.repeat(one(CUTS) - 1)}😀`,
      1e308,
      -1,
      null,
      true,
      [],
      [decoded],
      {},
      { toString: 1 },
    ])
  }
  if (Array.isArray(value)) return value.map(item => mutated(item, random))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mutated(item, random)]))
}

function answerTo(url: string, { method, path, headers, body }: Made) {
  return new Promise<{ status: number | string; body: string }>(resolve => {
    const call = httpRequest(url, {
      method,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    })
    // Raw, because the library would refuse or encode what is hostile in it.
    ;(call as unknown as { path: string }).path = path.replaceAll(/[^\x21-\x7e]/g, '%20')
    call.on('response', answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', chunk => {
        if (text.length < 500) text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode!, body: text.slice(0, 500) }))
      answer.on('error', error => resolve({ status: error.message, body: text }))
    })
    // A body that was refused while it was sent breaks the connection off: that is an answer too.
    call.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: /^E(?:PIPE|CONNRESET)$/.test(error.code ?? '') ? 400 : error.message, body: '' }),
    )
    call.end(body)
  })
}

/** Numbers that are the same for the same seed (mulberry32). */
function randomBy(seed: number): Random {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
