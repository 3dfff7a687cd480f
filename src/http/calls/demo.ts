import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import type { Demo } from '../../identity/identity.ts'
import type { Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { actorIn, operatorIn } from '../request/auth.ts'
import { TRY_OUT, TRY_OUT_END } from './demo-calls.ts'

/** Trying the sign-in of a theme, for people in the console. */
export function demo(app: FastifyInstance, { demo, themes }: { demo: Demo; themes: Themes }): void {
  resource(app, '/demo', TRY_OUT, {
    async POST(request, reply, { themeId }) {
      const { theme } = await themes.of(request.tenant.id).registered(themeId)
      const begun = await demo.begin(request.tenant, actorIn(request), theme.id)
      return reply.code(201).header('cache-control', 'no-store').send(begun)
    },
  })

  resource(app, '/demo/end', TRY_OUT_END, {
    async POST(request, reply, answer) {
      const ended = await demo.finish(request.tenant, operatorIn(request), answer)
      if (ended === undefined) throw new Refusal('demo_unknown', {})
      reply.header('cache-control', 'no-store')
      return ended
    },
  })
}
