import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentTag } from '../../content-tag.ts'
import { invalidValue } from '../../core/refusal.ts'
import type { Store } from '../../store/store.ts'
import { changeLintSettings, lintSettings, type TenantLinting } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { actorIn } from '../request/auth.ts'
import { isUnchanged } from '../request/unchanged.ts'
import { preconditionOf } from '../request/writing.ts'
import { LINT_SETTINGS } from './lint-settings-calls.ts'

/** The linter settings of a tenant. Administrators change them in the console. */
export function lintSettingCalls(app: FastifyInstance, { store }: { store: Store }): void {
  const here = (request: FastifyRequest) => store.tenant(request.tenant.id)

  resource(app, '/lint/settings', LINT_SETTINGS, {
    async GET(request, reply) {
      reply.header('cache-control', 'private, no-cache')
      const settings = await lintSettings(here(request))
      if (isUnchanged(request, reply, contentTag(settings))) return reply
      return settings
    },
    async PUT(request, reply, { rules, scriptOrigins, tagManager }) {
      const wish = {
        ...(rules !== undefined && { rules }),
        ...(scriptOrigins !== undefined && { scriptOrigins }),
        ...(tagManager !== undefined && { tagManager }),
      }
      if (Object.keys(wish).length === 0)
        throw invalidValue('The body must have at least one of rules, scriptOrigins and tagManager.')
      const [by, asked] = [actorIn(request), preconditionOf(request)]
      return tagged(reply, await changeLintSettings(here(request), wish, by, asked))
    },
  })
}

function tagged(reply: FastifyReply, settings: TenantLinting): TenantLinting {
  reply.header('etag', contentTag(settings))
  return settings
}
