import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import {
  createApplication,
  removeApplication,
  rotateApplication,
  updateApplication,
} from '../../identity/identity.ts'
import type { Application, Store, TenantStore } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { actorIn } from '../request/auth.ts'
import { jsonBody } from '../request/json.ts'
import { queryOf } from '../request/target.ts'
import { APPLICATION, APPLICATION_SECRET, APPLICATIONS } from './applications-calls.ts'

/** Applications and their themes. It is for people in the console: the interface has no call for it. */
export function applications(app: FastifyInstance, { store }: { store: Store }): void {
  const here = (request: FastifyRequest): TenantStore => store.tenant(request.tenant.id)
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

  resource(app, '/applications', APPLICATIONS, {
    async GET(request) {
      return { applications: (await here(request).applications.list()).map(shown) }
    },
    async POST(request, reply) {
      const settings = await settingsOf(request, reply)
      if (settings.name === undefined) throw invalidValue('The name of the application is missing.')
      const { clientId: _, ...made } = await createApplication(
        here(request),
        {
          ...settings,
          name: settings.name,
        },
        actorIn(request),
      )
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...made, public: !made.clientSecret })
    },
  })

  resource(app, '/applications/:id', APPLICATION, {
    async GET(request) {
      return shown(await found(here(request), idOf(request)))
    },
    async PUT(request, reply) {
      const { public: _, ...settings } = await settingsOf(request, reply)
      await updateApplication(here(request), idOf(request), settings, actorIn(request))
      return shown(await found(here(request), idOf(request)))
    },
    async DELETE(request, reply) {
      await removeApplication(here(request), idOf(request), actorIn(request))
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

function shown({ secretHash, ...application }: Application) {
  return { ...application, public: secretHash === null }
}

async function settingsOf(request: FastifyRequest, reply: FastifyReply) {
  const body = await jsonBody(request, reply)
  const text = (what: string) => {
    const value = body[what]
    if (value === undefined || value === null) return undefined
    if (typeof value !== 'string') throw invalidValue(`The field ${what} must be a text.`)
    return value
  }
  const yesOrNo = (what: string) => {
    const value = body[what]
    if (value === undefined) return undefined
    if (typeof value !== 'boolean') throw invalidValue(`The field ${what} must be true or false.`)
    return value
  }
  const list = (what: string, of = 'addresses') => {
    const value = body[what]
    if (value === undefined) return undefined
    if (!Array.isArray(value) || value.length > 100 || !value.every(item => typeof item === 'string'))
      throw invalidValue(`The field ${what} must be a list of at most 100 ${of}.`)
    return value as string[]
  }
  return {
    name: text('name'),
    description: text('description'),
    themeId: text('themeId'),
    redirects: list('redirects'),
    logoutRedirects: list('logoutRedirects'),
    secondFactor: yesOrNo('secondFactor'),
    factors: list('factors', 'names'),
    consent: yesOrNo('consent'),
    formPost: yesOrNo('formPost'),
    public: yesOrNo('public'),
  }
}
