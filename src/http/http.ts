import type { FastifyInstance } from 'fastify'
import { branding } from './calls/branding.ts'
import { collection } from './calls/collection.ts'
import { framedFlow } from './calls/flow-preview.ts'
import { framedPreview } from './calls/preview.ts'
import { tabard } from './calls/tabard.ts'
import { token } from './calls/token.ts'
import { description } from './description/openapi.ts'
import { accessPages } from './pages/access.ts'
import { fieldFiles } from './pages/field-files.ts'
import { oidc } from './pages/oidc.ts'
import { pages } from './pages/pages.ts'
import { linksPage, sourceFiles, sourcePages } from './pages/sources.ts'
import { staticFiles } from './pages/static.ts'
import { bearerGate } from './request/auth.ts'
import { navigationsOnly } from './request/navigation.ts'
import type { AppParts } from './server/app-parts.ts'
import { baseServer, chooseTenant } from './server/base-server.ts'
import { shareWith } from './server/cross-origin.ts'
import { detour } from './server/detour.ts'
import type { Early, EarlyParts } from './server/early.ts'
import { errorPages } from './server/error-page.ts'
import { KeptAnswers } from './server/kept-answers.ts'
import { KeptPages } from './server/kept-pages.ts'
import { refusePlanted } from './server/planted-cookies.ts'
import { trustedBy } from './server/proxies.ts'
import { lineText, logsRequests } from './server/request-line.ts'
import { status } from './server/status.ts'
import { requestIds } from './server/trace.ts'

export { completeTokenAnswer } from './calls/token.ts'
export { createConsoleApp } from './console/console.ts'
export { CallBook } from './description/call-book.ts'
export { ruleAddress } from './description/lint-rules.ts'
export { fieldFile } from './pages/field-files.ts'
export { assetPath, gzipCache, withoutDark } from './pages/static.ts'
export { mediaType } from './request/media-type.ts'
export { createRates } from './request/rate.ts'
export { Turns } from './request/turns.ts'
export { UploadRoom } from './request/upload-room.ts'
export { SCRIPT_VERSION } from './scripts/collection-script.ts'
export { errorAnswer } from './server/errors.ts'
export { answerCache } from './server/kept-answers.ts'
export { pageCache } from './server/kept-pages.ts'
export { type Load, processLoad } from './server/load.ts'
export { availableMemory, memoryShortage, uploadMemory } from './server/memory.ts'
export { createMeters, createMetricsApp } from './server/metrics.ts'
export { trustedBy } from './server/proxies.ts'
export { Shed } from './server/shed.ts'
export { loadPair, NOTICE_DAYS, renew, type TlsFiles, tlsFiles, watchPair } from './server/tls.ts'
export { UNNAMED_PROXY, UnnamedProxies } from './server/unnamed-proxies.ts'

/** The HTTP layer of the service. It translates, and makes no decisions. */
export function createApp(parts: AppParts): FastifyInstance {
  const { config, identity } = parts
  const { limits, uploadSeconds } = config
  // Each request is a span where spans are recorded, so that all of them go through the routes.
  const early = parts.tracer === undefined ? earlyAnswers(parts) : []
  const app = baseServer({ ...parts, early }, errorPages(identity, parts.store.now))
  app.decorate('gate', bearerGate(identity))
  parts.calls.note(app, 'pages')
  status(app, parts)
  app.register(async scope => {
    scope.addHook('onRequest', (request, reply) => chooseTenant(parts, request, reply))
    scope.register(async inner => description(inner, 'pages', parts))
    scope.register(async inner => token(inner, parts))
    scope.register(async inner => {
      inner.addHook('onRequest', refusePlanted)
      oidc(inner, parts)
      inner.register(async people => {
        people.addHook('onRequest', navigationsOnly)
        people.addHook('onRequest', (request, reply) => detour(identity, request, reply))
        pages(people, parts)
        people.register(async inner => accessPages(inner, parts))
        linksPage(people, parts)
      })
      inner.register(async ways => sourcePages(ways, parts))
      inner.register(async files => sourceFiles(files, parts))
    })
    scope.register(async inner => staticFiles(inner, parts))
    scope.register(async inner => fieldFiles(inner))
    scope.register(async inner => framedPreview(inner, parts))
    scope.register(async inner => framedFlow(inner, parts))
    scope.register(async inner => collection(inner, parts))
    scope.register(async inner => tabard(inner, { ...parts, limits, uploadSeconds }), {
      prefix: '/v1.0/tabard',
    })
    for (const prefix of ['/v1.0/branding', '/template/v1.0/branding']) {
      const calls = async (inner: FastifyInstance) => {
        shareWith(inner, config.corsOrigins)
        branding(inner, { ...parts, limits, uploadSeconds })
      }
      scope.register(calls, { prefix })
    }
  })
  return app
}

/** Answers that are given again are logged and counted as all others are. */
function earlyAnswers(parts: AppParts): Early[] {
  const { answered, config, newRequestId, logDestination } = parts
  const isLogged = logsRequests(parts.logLevel)
  const isTrusted = trustedBy(config.trustedProxies)
  const all: AppParts & EarlyParts = {
    ...parts,
    isTrusted,
    requestId: requestIds(isTrusted, newRequestId),
    told(line, reqId) {
      if (isLogged) logDestination.write(lineText(line, reqId))
      answered?.(line)
    },
  }
  return [new KeptPages(all), new KeptAnswers(all)]
}
