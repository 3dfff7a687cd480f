import type { FastifyInstance } from 'fastify'
import type { Limits } from '../core/refusal.ts'
import { resource } from './resource.ts'

/** Calls that the interface does not have. */
export function own(app: FastifyInstance, { limits }: { limits: Limits }): void {
  resource(app, '/limits', { GET: async () => limits })
}
