import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentTag } from '../../content-tag.ts'
import { Refusal } from '../../core/refusal.ts'
import {
  accountOf,
  createSource,
  foundSource,
  type Identity,
  linkAccount,
  noteTest,
  type Registrar,
  removeSource,
  type SourceTest,
  sourceAddress,
  unlinkAccount,
  updateSource,
} from '../../identity/identity.ts'
import type { IdentitySource, Store } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { authorOf } from '../request/auth.ts'
import { queryOf } from '../request/target.ts'
import { isUnchanged } from '../request/unchanged.ts'
import { preconditionOf } from '../request/writing.ts'
import { ACCOUNT_LINKS, SOURCE, SOURCE_TEST, SOURCE_TESTS, SOURCES } from './sources-calls.ts'

interface Parts {
  readonly store: Store
  readonly identity: Pick<Identity, 'tenancy' | 'sourceTests'>
}

/** Identity sources, and links of accounts with them. */
export function sources(app: FastifyInstance, { store, identity }: Parts): void {
  const here = (request: FastifyRequest) => store.tenant(request.tenant.id)
  const idOf = ({ params }: FastifyRequest) => (params as { id: string }).id
  const accountIn = ({ params }: FastifyRequest) => (params as { account: string }).account
  const shown = ({ tenant }: FastifyRequest, { createdAt, updatedAt, ...source }: IdentitySource) => ({
    ...source,
    redirectUri: `${identity.tenancy.address(tenant)}${sourceAddress(source.id, 'callback')}`,
    logoutUri: `${identity.tenancy.address(tenant)}${sourceAddress(source.id, 'logout')}`,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  })
  const tagged = (request: FastifyRequest, reply: FastifyReply, source: IdentitySource) => {
    reply.header('etag', contentTag(source))
    return shown(request, source)
  }
  const linksOf = async (request: FastifyRequest) => {
    const { id, userName } = await accountOf(here(request), accountIn(request))
    const names = new Map((await here(request).identitySources.list()).map(one => [one.id, one.name]))
    const links = (await here(request).identitySources.linksOf(id)).map(
      ({ source, subject, email, origin, createdAt, usedAt }) => ({
        source,
        sourceName: names.get(source) ?? source,
        subject,
        email,
        origin,
        createdAt: new Date(createdAt).toISOString(),
        usedAt: usedAt === null ? null : new Date(usedAt).toISOString(),
      }),
    )
    return { id, userName, links }
  }

  resource(app, '/sources', SOURCES, {
    async GET(request) {
      const all = await here(request).identitySources.list()
      return { sources: all.map(source => shown(request, source)) }
    },
    async POST(request, reply, given) {
      const made = await createSource(here(request), given, registrarIn(request))
      return reply.code(201).send(shown(request, made))
    },
  })

  resource(app, '/sources/:id', SOURCE, {
    async GET(request, reply) {
      const source = await foundSource(here(request), idOf(request))
      reply.header('cache-control', 'private, no-cache')
      if (isUnchanged(request, reply, contentTag(source))) return reply
      return shown(request, source)
    },
    async PUT(request, reply, given) {
      const [by, asked] = [registrarIn(request), preconditionOf(request)]
      return tagged(request, reply, await updateSource(here(request), idOf(request), given, by, asked))
    },
    async DELETE(request, reply) {
      await removeSource(here(request), idOf(request), registrarIn(request), preconditionOf(request))
      return reply.code(204).send()
    },
  })

  resource(app, '/sources/:id/tests', SOURCE_TESTS, {
    async POST(request, reply) {
      const source = await foundSource(here(request), idOf(request))
      await noteTest(here(request), source, registrarIn(request))
      const { id, address, test } = await identity.sourceTests.begin(request.tenant, source)
      return reply.code(201).send(shownTest(id, address, test))
    },
  })

  resource(app, '/sources/:id/tests/:test', SOURCE_TEST, {
    async GET(request) {
      const source = await foundSource(here(request), idOf(request))
      const { test: id } = request.params as { test: string }
      return shownTest(id, null, await identity.sourceTests.get(request.tenant, source.id, id))
    },
  })

  resource(app, '/accounts/:account/links', ACCOUNT_LINKS, {
    async GET(request) {
      return await linksOf(request)
    },
    async POST(request, _, link) {
      await linkAccount(here(request), { ...link, account: accountIn(request) }, registrarIn(request))
      return await linksOf(request)
    },
    async DELETE(request, reply) {
      const query = queryOf(request.raw.url!, ['source', 'subject'])
      const [source, subject] = [given(query, 'source'), given(query, 'subject')]
      await unlinkAccount(
        here(request),
        { source, subject, account: accountIn(request) },
        registrarIn(request),
      )
      return reply.code(204).send()
    },
  })
}

function shownTest(id: string, address: string | null, { steps, problem, person }: SourceTest) {
  const told = Object.entries(person?.details ?? {}).filter(([, value]) => value !== null)
  const judged = person && {
    emailVerified: String(person.emailVerified),
    secondFactor: String(person.hasFactor),
  }
  return {
    id,
    address,
    steps,
    problem,
    subject: person?.subject ?? null,
    person: { ...Object.fromEntries(told.map(([name, value]) => [name, String(value)])), ...judged },
  }
}

/** Who manages sources, for the audit trail. */
function registrarIn(request: FastifyRequest): Registrar {
  const account = request.operator?.account.id ?? null
  return { account, address: request.ip, ...(account === null && { by: authorOf(request) }) }
}

function given(query: ReadonlyMap<string, string>, parameter: string): string {
  const value = query.get(parameter)
  if (value === undefined) throw new Refusal('query_invalid', { parameter, problem: 'is missing' })
  return value
}
