import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidValue } from '../../core/refusal.ts'
import type { Store } from '../../store/store.ts'
import { changeLintSettings, lintSettings } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { actorIn } from '../request/auth.ts'
import { LINT_SETTINGS } from './lint-settings-calls.ts'

/** The linter settings of a tenant. Administrators change them in the console. */
export function lintSettingCalls(app: FastifyInstance, { store }: { store: Store }): void {
  const here = (request: FastifyRequest) => store.tenant(request.tenant.id)

  resource(app, '/lint/settings', LINT_SETTINGS, {
    async GET(request, reply) {
      reply.header('cache-control', 'private, no-cache')
      return await lintSettings(here(request))
    },
    async PUT(request, _, { rules, scriptOrigins, tagManager }) {
      const wish = {
        ...(rules !== undefined && { rules }),
        ...(scriptOrigins !== undefined && { scriptOrigins }),
        ...(tagManager !== undefined && { tagManager }),
      }
      if (Object.keys(wish).length === 0)
        throw invalidValue('The body must have at least one of rules, scriptOrigins and tagManager.')
      return await changeLintSettings(here(request), wish, actorIn(request))
    },
  })
}
