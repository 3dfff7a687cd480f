import type { FastifyInstance } from 'fastify'
import type { BoundedCache } from '../core/bounded-cache.ts'
import type { Tally } from '../core/tally.ts'
import type { Identity } from '../identity/identity.ts'
import type { Store } from '../store/store.ts'
import type { Themes } from '../themes/themes.ts'
import { bearerGate } from './auth.ts'
import { type BareParts, bareApp, chooseTenant } from './bare.ts'
import { branding } from './branding.ts'
import { collection } from './collection.ts'
import { shareWith } from './cross-origin.ts'
import type { CallBook } from './described/call-book.ts'
import { detour } from './detour.ts'
import { errorPages } from './error-page.ts'
import { fieldFiles } from './field-files.ts'
import { navigationsOnly } from './navigation.ts'
import { oidc } from './oidc.ts'
import { description } from './openapi.ts'
import { own } from './own.ts'
import { pages } from './pages.ts'
import { refusePlanted } from './planted-cookies.ts'
import { framedPreview } from './preview.ts'
import type { Rates } from './rate.ts'
import type { Shed } from './shed.ts'
import { staticFiles } from './static.ts'
import { status } from './status.ts'
import { token } from './token.ts'
import type { Turns } from './turns.ts'
import type { UploadRoom } from './upload-room.ts'

export { SCRIPT_VERSION } from './collection-script.ts'
export { createConsoleApp } from './console.ts'
export { CallBook } from './described/call-book.ts'
export { errorAnswer } from './errors.ts'
export { type Load, processLoad } from './load.ts'
export { availableMemory, memoryShortage, uploadMemory } from './memory.ts'
export { createMeters, createMetricsApp } from './metrics.ts'
export { trustedBy } from './proxies.ts'
export { createRates } from './rate.ts'
export { Shed } from './shed.ts'
export { gzipCache } from './static.ts'
export { loadPair, NOTICE_DAYS, renew, type TlsFiles, tlsFiles, watchPair } from './tls.ts'
export { completeTokenAnswer } from './token.ts'
export { Turns } from './turns.ts'
export { UNNAMED_PROXY, UnnamedProxies } from './unnamed-proxies.ts'
export { UploadRoom } from './upload-room.ts'

export interface AppParts extends BareParts {
  readonly store: Store
  readonly themes: Themes
  readonly identity: Identity
  readonly version: string
  /** How often browsers reported that a page tried what its policy forbids. */
  readonly violations: Tally
  readonly gzipped: BoundedCache<string, Buffer>
  /** What the two servers answer, for their description. */
  readonly calls: CallBook
  readonly uploads: UploadRoom
  readonly rates: Rates
  readonly plans: Turns
  readonly shed: Shed
  /** Whether everything is there that the service needs. */
  readonly started: () => boolean
}

/** The service's HTTP face. It translates; it decides nothing. */
export function createApp(parts: AppParts): FastifyInstance {
  const { config, identity } = parts
  const { limits, uploadSeconds } = config
  const app = bareApp(parts, errorPages(identity))
  const gate = bearerGate(identity)
  parts.calls.note(app, 'pages')
  status(app, parts)
  app.register(async scope => {
    scope.addHook('onRequest', async (request, reply) => await chooseTenant(parts, request, reply))
    scope.register(async inner => description(inner, 'pages', parts))
    scope.register(async inner => token(inner, parts))
    scope.register(async inner => {
      inner.addHook('onRequest', refusePlanted)
      oidc(inner, parts)
      inner.register(async people => {
        people.addHook('onRequest', navigationsOnly)
        people.addHook('onRequest', (request, reply) => detour(identity, request, reply))
        pages(people, parts)
      })
    })
    scope.register(async inner => staticFiles(inner, parts))
    scope.register(async inner => fieldFiles(inner))
    scope.register(async inner => framedPreview(inner, parts))
    scope.register(async inner => collection(inner, parts))
    scope.register(async inner => own(inner, { ...parts, gate, limits, uploadSeconds }), {
      prefix: '/v1.0/tabard',
    })
    for (const prefix of ['/v1.0/branding', '/template/v1.0/branding']) {
      const calls = async (inner: FastifyInstance) => {
        shareWith(inner, config.corsOrigins)
        branding(inner, { ...parts, gate, limits, uploadSeconds })
      }
      scope.register(calls, { prefix })
    }
  })
  return app
}
