import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import {
  applicationTag,
  createApplication,
  removeApplication,
  rotateApplication,
  updateApplication,
} from '../../identity/identity.ts'
import type { Application, Store, TenantStore } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { actorIn } from '../request/auth.ts'
import { queryOf } from '../request/target.ts'
import { isUnchanged } from '../request/unchanged.ts'
import { preconditionOf } from '../request/writing.ts'
import { APPLICATION, APPLICATION_SECRET, APPLICATIONS } from './applications-calls.ts'

/** Applications and their themes, for people in the console. The branding REST API has no such call. */
export function applications(app: FastifyInstance, { store }: { store: Store }): void {
  const here = (request: FastifyRequest): TenantStore => store.tenant(request.tenant.id)
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

  resource(app, '/applications', APPLICATIONS, {
    async GET(request) {
      return { applications: (await here(request).applications.list()).map(shown) }
    },
    async POST(request, reply, { name, ...settings }) {
      if (name === undefined) throw invalidValue('The name of the application is missing.')
      const { clientId: _, ...made } = await createApplication(
        here(request),
        { ...settings, name },
        actorIn(request),
      )
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...made, public: !made.clientSecret })
    },
  })

  resource(app, '/applications/:id', APPLICATION, {
    async GET(request, reply) {
      const application = await found(here(request), idOf(request))
      reply.header('cache-control', 'private, no-cache')
      if (isUnchanged(request, reply, applicationTag(application))) return reply
      return shown(application)
    },
    async PUT(request, reply, { public: _, ...settings }) {
      const [by, asked] = [actorIn(request), preconditionOf(request)]
      return tagged(reply, await updateApplication(here(request), idOf(request), settings, by, asked))
    },
    async DELETE(request, reply) {
      await removeApplication(here(request), idOf(request), actorIn(request), preconditionOf(request))
      return reply.code(204).send()
    },
  })

  resource(app, '/applications/:id/secret', APPLICATION_SECRET, {
    async POST(request, reply) {
      reply.header('cache-control', 'no-store')
      const keep = queryOf(request.raw.url!, ['keep']).get('keep')
      return await rotateApplication(here(request), idOf(request), keep, actorIn(request))
    },
  })
}

async function found(store: TenantStore, id: string): Promise<Application> {
  const application = await store.applications.get(id)
  if (application === undefined) throw new Refusal('application_unknown', { applicationId: id })
  return application
}

function tagged(reply: FastifyReply, application: Application) {
  reply.header('etag', applicationTag(application))
  return shown(application)
}

function shown({ secretHash, ...application }: Application) {
  return { ...application, public: secretHash === null }
}
