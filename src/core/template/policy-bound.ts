import { TEMPLATE_BOUNDS } from './bounds.ts'
import type { Handler } from './part.ts'
import { contentPolicy, type PolicyContext, type PolicyNeeds, schemeOf } from './policy.ts'

/** Directives for images and other passive content, where allowing every origin of a scheme does no harm. */
const LOADING = ['img-src', 'font-src', 'media-src', 'style-src'] as const

/** A content policy that is short enough for proxies. */
export interface BoundedPolicy {
  readonly text: string
  /** Directives that allow whole schemes, because their origins would be too long. */
  readonly broad: readonly string[]
  readonly fits: boolean
}

/** The content policy of a response. If it would be too long, sources become broader, but never those of scripts. */
export function boundedPolicy(needs: PolicyNeeds, context: PolicyContext): BoundedPolicy {
  const length = (directive: (typeof LOADING)[number]) =>
    [...(needs.origins[directive]?.keys() ?? [])].join(' ').length
  const candidates = LOADING.map(directive => [directive, length(directive)] as const)
    .filter(([, long]) => long > SHORT)
    .sort(([, a], [, b]) => b - a)
  let origins = needs.origins
  let text = contentPolicy(needs, context)
  const broad: string[] = []
  for (const [directive] of candidates) {
    if (text.length <= TEMPLATE_BOUNDS.policy) break
    origins = { ...origins, [directive]: schemesOf(origins[directive]!) }
    text = contentPolicy({ ...needs, origins }, context)
    broad.push(directive)
  }
  return { text, broad, fits: text.length <= TEMPLATE_BOUNDS.policy }
}

/** Directives with fewer characters than this are not broadened, because that would save too little. */
const SHORT = 40

function schemesOf(origins: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(Array.from(origins, ([origin, by]) => [schemeOf(origin), by]))
}

/** Values as long as in nearly all responses. There are two hosts if the requested one is not the tenant's. */
const TYPICAL = {
  hosts: ['sign-in.application.example.com:8443', 'another.sign-in.application.example.com'],
  runs: true,
  nonce: 'n'.repeat(32),
  formOrigins: ['https://application.department.example.com:8443'],
  reportTo: 'r'.repeat(120),
}

/** The shortest possible policy of a page's responses. The page's values can only make it longer. */
export function expectedPolicy(needs: PolicyNeeds, handlers: readonly Handler[]): BoundedPolicy {
  const hashes = handlers.map((_, index) => `sha256-${String(index).padStart(44, '0')}`)
  return boundedPolicy(needs, { ...TYPICAL, handlers: hashes })
}
