import { STATIC_PATH } from '../asset.ts'
import { COLLECTION_PATH } from '../collection-path.ts'
import { shortened } from '../text.ts'
import { scriptAddress } from './address.ts'
import type { Marked } from './marked.ts'
import type { MarkupAttribute, MarkupToken } from './markup.ts'
import { needsNonce } from './part.ts'
import { scriptStrings } from './script.ts'
import { styleAddresses } from './style.ts'
import { insideOf, TAG_MANAGER } from './tag-manager.ts'

/** A directive that an author can extend by naming a URL. */
type Widened =
  | 'img-src'
  | 'font-src'
  | 'style-src'
  | 'frame-src'
  | 'connect-src'
  | 'form-action'
  | 'media-src'

/** What the content policy of a page must allow, and which parts of the page need it. */
export interface PolicyNeeds {
  readonly scripts: boolean
  readonly styles: boolean
  readonly styleAttributes: boolean
  /** Whether it has a base URL for its relative URLs. */
  readonly base: boolean
  /** Whether it contains a tag manager, and may do so. */
  readonly tagManager: boolean
  /** Directives for which it needs the service's own files. */
  readonly own: ReadonlySet<Widened>
  /** Origins (or `data:`) by directive, each with the URL that named it. */
  readonly origins: Readonly<Partial<Record<Widened, ReadonlyMap<string, string>>>>
}

/** No policy can contain more origins than this. */
const MOST_ORIGINS = 1_000

/** The needs of a page. Only what its author wrote counts, never text from a value. */
export function policyNeeds(
  markup: readonly MarkupToken[],
  text: Marked,
  styleSheet: (address: string) => string | undefined,
  hosts: ReadonlySet<string>,
  tagManager = false,
): PolicyNeeds {
  const local = localAddress(text.prefix, hosts)
  const origins: Partial<Record<Widened, Map<string, string>>> = {}
  const own = new Set<Widened>()
  const widen = (directive: Widened, given: string) => {
    const address = local(given)
    const origin = originOf(address)
    // A URL without an origin belongs to the service. A host that a value would complete is ignored.
    if (origin === undefined) own.add(directive)
    if (origin === undefined || origin.includes(text.prefix)) return
    origins[directive] ??= new Map()
    // More origins would not fit into any policy, so whole schemes are allowed instead.
    const kept = origins[directive].size < MOST_ORIGINS ? origin : schemeOf(origin)
    origins[directive].set(kept, shortened(address, 200))
  }
  const read = new Set<string>()
  const styled = (css: string) => {
    // Many elements may use the same sheet.
    if (read.has(css)) return
    read.add(css)
    for (const { address, use } of styleAddresses(css)) {
      if (use === 'style') {
        // A linked sheet has a nonce, but an imported one does not.
        if (originOf(local(address)) === undefined) own.add('style-src')
        sheet(address)
      } else widen(use === 'font' ? 'font-src' : 'img-src', address)
    }
  }
  // A foreign sheet is not read. Most of what it loads comes from its own origin.
  const sheet = (given: string) => {
    const address = local(given)
    if (originOf(address) === undefined) return
    for (const directive of ['style-src', 'font-src', 'img-src'] as const) widen(directive, address)
    if (originOf(address) === 'https://fonts.googleapis.com') widen('font-src', 'https://fonts.gstatic.com')
  }
  let scripts = false
  let styles = false
  let styleAttributes = false
  let base = false
  for (const [index, token] of markup.entries()) {
    if (token.kind !== 'startTag') continue
    if (token.name === 'base') base = true
    if (token.name === 'script') scripts = true
    else if (needsNonce(token.name, token.attributes)) styles = true
    for (const attribute of token.attributes) {
      if (attribute.name.startsWith('on') || scriptAddress(token.name, attribute) !== undefined)
        scripts = true
      if (attribute.name === 'style') {
        styleAttributes = true
        styled(attribute.value)
      }
      const directive = directiveOf(token, attribute)
      for (const address of directive === undefined ? [] : addresses(attribute)) {
        if (directive === 'style-src') sheet(address)
        else if (directive !== undefined) widen(directive, address)
      }
      if (isStyleSheet(token) && attribute.name === 'href') styled(styleSheet(local(attribute.value)) ?? '')
    }
    const inside = insideOf(markup, index, text.source)
    if (token.name === 'style') styled(inside)
    if (token.name === 'script') for (const string of scriptStrings(inside)) widen('connect-src', string)
  }
  return { scripts, styles, styleAttributes, base, tagManager, own, origins }
}

/**
 * Removes the host of a URL that names the service's own by a macro. `hosts` are the marks of such macros. What remains is
 * read like any URL of the service.
 */
function localAddress(prefix: string, hosts: ReadonlySet<string>): (address: string) => string {
  const start = new RegExp(`^\\s*(?:(?:https?:)?//)?(${prefix}\\d+z)(?=[/?#]|$)`)
  return address => address.replace(start, (whole, mark: string) => (hosts.has(mark) ? '' : whole))
}

function originOf(address: string): string | undefined {
  if (/^\s*data:/i.test(address)) return 'data:'
  const [, scheme, host] =
    /^\s*(https?:|wss?:)?\/\/([\w.-]+(?::\d{1,5})?)(?=[/?#\\\s'"`]|$)/i.exec(address) ?? []
  // Without a scheme, a policy and a URL both mean the scheme of the page, or a more secure one.
  return (scheme === undefined ? host : `${scheme}//${host}`)?.toLowerCase()
}

/**
 * A source for every origin with the scheme of this one. Without a scheme, `http:` is used, which also allows https.
 */
export function schemeOf(origin: string): string {
  return `${/^(\w+):(?:\/\/|$)/.exec(origin)?.[1] ?? 'http'}:`
}

/** A host as browsers compare it: default ports may be left out, and port 80 also allows port 443. */
function withoutDefaultPort(host: string): string {
  return host.replace(/:(?:80|443)$/, '')
}

function addresses({ name, value }: MarkupAttribute): string[] {
  return name.endsWith('srcset')
    ? value.split(',').map(candidate => candidate.trim().split(/\s/, 1)[0]!)
    : [value]
}

function isStyleSheet({ name, attributes }: MarkupToken): boolean {
  return name === 'link' && needsNonce(name, attributes)
}

const DIRECTIVES: Readonly<Record<string, Widened>> = {
  'img src': 'img-src',
  'img srcset': 'img-src',
  'input src': 'img-src',
  'video poster': 'img-src',
  'image href': 'img-src',
  'image xlink:href': 'img-src',
  'body background': 'img-src',
  'table background': 'img-src',
  'td background': 'img-src',
  'video src': 'media-src',
  'audio src': 'media-src',
  'source src': 'media-src',
  'source srcset': 'img-src',
  'iframe src': 'frame-src',
  'frame src': 'frame-src',
  'form action': 'form-action',
  'button formaction': 'form-action',
  'input formaction': 'form-action',
}

const PRELOADED: ReadonlyMap<string, Widened> = new Map([
  ['font', 'font-src'],
  ['image', 'img-src'],
  ['fetch', 'connect-src'],
])

function directiveOf(token: MarkupToken, { name }: MarkupAttribute): Widened | undefined {
  if (token.name !== 'link' || name !== 'href') return DIRECTIVES[`${token.name} ${name}`]
  const rel = token.attributes.find(attribute => attribute.name === 'rel')?.value ?? ''
  if (/icon/i.test(rel)) return 'img-src'
  const as = token.attributes.find(attribute => attribute.name === 'as')?.value.toLowerCase()
  return PRELOADED.get(as ?? '') ?? (isStyleSheet(token) ? 'style-src' : undefined)
}

/** The additional hosts that a tag manager and its analytics property need. */
const TAG_MANAGER_HOSTS: Readonly<Partial<Record<Widened | 'script-src', readonly string[]>>> = {
  // Only for browsers that do not support strict-dynamic.
  'script-src': [TAG_MANAGER],
  'img-src': ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  'connect-src': [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
  'frame-src': [TAG_MANAGER],
}

/** All foreign origins that a page needs, and which parts of the page need them. */
export function widenings(needs: PolicyNeeds): { directive: string; origin: string; by: string }[] {
  const named = Object.entries(needs.origins).flatMap(([directive, origins]) =>
    Array.from(origins, ([origin, by]) => ({ directive, origin, by })),
  )
  const managed = Object.entries(needs.tagManager ? TAG_MANAGER_HOSTS : {}).flatMap(([directive, hosts]) =>
    hosts.map(origin => ({ directive, origin, by: 'the tag manager that it carries' })),
  )
  return [...new Map([...managed, ...named].map(one => [`${one.directive} ${one.origin}`, one])).values()]
}

/** What a response adds to the needs of its page. */
export interface PolicyContext {
  readonly nonce: string
  /** Hashes of the event handlers, as `sha256-…`. */
  readonly handlers: readonly string[]
  /** Where the current flow may redirect the person after a form was posted. */
  readonly formOrigins: readonly string[]
  readonly reportTo: string
  /** The hosts, with ports, at which the browser may have loaded the page. */
  readonly hosts: readonly string[]
  /** Whether scripts of the template may run. */
  readonly runs: boolean
  readonly frameAncestors?: string
  readonly sandbox?: string
  /** Whether it contains a script of the service. Nothing else of the policy changes because of it. */
  readonly scripted?: boolean
  /** Whether that script sends something to the service. */
  readonly sends?: boolean
  /** Whether a tag manager may evaluate text as script. */
  readonly allowsEval?: boolean
}

/**
 * The nonce for a script of the service. If the template's scripts must not run, it differs from the template's nonce.
 */
export function ownNonce({ nonce, runs }: Pick<PolicyContext, 'nonce' | 'runs'>): string {
  return runs ? nonce : `own-${nonce}`
}

/** The content policy of a response. It allows only what the template needs. */
export function contentPolicy(needs: PolicyNeeds, context: PolicyContext): string {
  const scripted = needs.scripts && context.runs
  const managed = (directive: keyof typeof TAG_MANAGER_HOSTS) =>
    needs.tagManager ? (TAG_MANAGER_HOSTS[directive] ?? []) : []
  const origins = (directive: Widened) => [...(needs.origins[directive]?.keys() ?? []), ...managed(directive)]
  // It is unknown what a script loads, so it may load the service's own files.
  const files = (directive: Widened, scriptsToo: boolean) => {
    const own = needs.own.has(directive) || (scriptsToo && needs.scripts)
    return [...(own ? ["'self'"] : []), ...origins(directive)]
  }
  const nonce = `'nonce-${context.nonce}'`
  const handlers = scripted ? context.handlers.map(hash => `'${hash}'`) : []
  // Never 'self', because pages of other themes, consents and accounts have the same origin.
  const own = context.hosts.flatMap(host => [STATIC_PATH, COLLECTION_PATH].map(path => `${host}${path}`))
  const hosts = new Set(context.hosts.map(withoutDefaultPort))
  const named = origins('connect-src').filter(
    origin => !hosts.has(withoutDefaultPort(origin.replace(/^\w+:\/\//, ''))),
  )
  const connections = scripted ? [...own, ...named] : context.sends ? own : []
  const scripts = [nonce, "'strict-dynamic'", ...managed('script-src')]
  if (needs.tagManager && context.allowsEval) scripts.push("'unsafe-eval'")
  const directives: [string, string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', scripted ? scripts : [context.scripted ? `'nonce-${ownNonce(context)}'` : "'none'"]],
    ['worker-src', ["'none'"]],
    ['style-src', needs.styles ? [nonce, ...files('style-src', true)] : ["'none'"]],
    ['style-src-attr', needs.styleAttributes || needs.scripts ? ["'unsafe-inline'"] : []],
    ['img-src', files('img-src', true)],
    ['font-src', files('font-src', false)],
    ['connect-src', connections],
    ['frame-src', origins('frame-src')],
    ['media-src', files('media-src', false)],
    ['form-action', ["'self'", ...origins('form-action'), ...context.formOrigins]],
    ['base-uri', [needs.base ? "'self'" : "'none'"]],
    ['object-src', ["'none'"]],
    ['frame-ancestors', [context.frameAncestors ?? "'none'"]],
    ['sandbox', context.sandbox === undefined ? [] : [context.sandbox]],
    ['report-uri', [context.reportTo]],
  ]
  if (handlers.length > 0) directives[1]![1].push("'unsafe-hashes'", ...handlers)
  return directives
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name} ${[...new Set(values)].join(' ')}`)
    .join('; ')
}
