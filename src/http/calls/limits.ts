import type { FastifyInstance } from 'fastify'
import type { Limits } from '../../core/refusal.ts'
import { TEMPLATE_BOUNDS } from '../../core/template/template.ts'
import { resource } from '../description/resource.ts'
import { LIMITS } from './limits-calls.ts'

/** The limits of this installation. */
export function limits(app: FastifyInstance, { limits }: { limits: Limits }): void {
  resource(app, '/limits', LIMITS, { GET: async () => ({ ...limits, template: TEMPLATE_BOUNDS }) })
}
