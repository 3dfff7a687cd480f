import type { FastifyInstance } from 'fastify'
import { Refusal } from '../core/refusal.ts'
import type { Store } from '../store/store.ts'
import { resource } from './resource.ts'

/** What the service is, whether it lives, and whether it serves. */
export function status(app: FastifyInstance, { store, version }: { store: Store; version: string }): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  resource(app, '/', {
    GET: async () => ({
      service: 'tabard',
      version,
      description: 'A branding service for identity pages: themes in, branded pages and e-mails out.',
      themes: '/v1.0/branding/themes',
      token: '/v1.0/endpoint/default/token',
      limits: '/v1.0/tabard/limits',
      health: ['/healthz', '/readyz'],
    }),
  })
  resource(app, '/healthz', { GET: async () => ({ status: 'alive' }) })
  resource(app, '/readyz', {
    async GET() {
      if (stopping) throw new Refusal('stopping', {})
      await store.ping()
      return { status: 'ready' }
    },
  })
}
