import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fullName } from '../../core/full-name.ts'
import { Refusal } from '../../core/refusal.ts'
import {
  changeRules,
  giveAccess,
  holderOf,
  rulesOf,
  rulesTag,
  type Steward,
  takeAccess,
} from '../../governance/governance.ts'
import type { Account, GivenAccess, Store, TenantStore } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { authorOf } from '../request/auth.ts'
import { listPage, pageLimit, searchedPage, searchIn } from '../request/paging.ts'
import { queryOf } from '../request/target.ts'
import { preconditionOf } from '../request/writing.ts'
import { ACCESS_PEOPLE, ALL_ACCESS, APPLICATION_ACCESS, HOLDER_ACCESS, HOLDERS } from './access-calls.ts'

const KINDS = ['account', 'group'] as const

/** Who may use applications. */
export function access(app: FastifyInstance, { store }: { store: Store }): void {
  const here = (request: FastifyRequest) => store.tenant(request.tenant.id)

  resource(app, '/access', ALL_ACCESS, {
    async GET(request) {
      const { page, limit } = listPage(request.raw.url!)
      const all = await here(request).applications.list()
      const applications = all
        .slice((page - 1) * limit, page * limit)
        .map(({ id, name, access: mode }) => ({ id, name, mode }))
      return { page, limit, total: all.length, applications }
    },
  })

  resource(app, '/holders', HOLDERS, {
    async GET(request) {
      const query = queryOf(request.raw.url!, ['kind', 'limit'])
      const only = query.get('kind')
      const kinds = KINDS.filter(kind => only === undefined || only === kind)
      if (kinds.length === 0)
        throw new Refusal('query_invalid', { parameter: 'kind', problem: 'must be account or group' })
      const wanted = { kinds, limit: pageLimit(query, { usual: 10, largest: 50 }) }
      const found = await here(request).access.find(searchIn(request.raw.url!), wanted)
      const holders = found.map(({ kind, id, name, ...person }) => {
        return { kind, id, name, fullName: nameOf(person) }
      })
      return { holders }
    },
  })

  resource(app, '/applications/:id/access', APPLICATION_ACCESS, {
    async GET(request, reply) {
      return await shown(reply, here(request), idOf(request), searchedPage(request.raw.url!))
    },
    async PUT(request, reply, settings) {
      const [id, asked] = [idOf(request), preconditionOf(request)]
      const { kept } = await changeRules(here(request), id, settings, stewardIn(request), asked)
      const rules = await shown(reply, here(request), id, { page: 1, limit: 200, offset: 0, search: '' })
      return { ...rules, ...(settings.keepRecent && { kept }) }
    },
  })

  resource(app, '/applications/:id/access/:holder', HOLDER_ACCESS, {
    async PUT(request, reply, { until }) {
      const holder = await holderOf(here(request), holderIn(request))
      await giveAccess(here(request), idOf(request), holder, until ?? undefined, stewardIn(request))
      return reply.code(204).send()
    },
    async DELETE(request, reply) {
      const holder = await holderOf(here(request), holderIn(request))
      await takeAccess(here(request), idOf(request), holder, stewardIn(request))
      return reply.code(204).send()
    },
  })

  resource(app, '/applications/:id/people', ACCESS_PEOPLE, {
    async GET(request) {
      const { page, limit, ...wanted } = searchedPage(request.raw.url!)
      await rulesOf(here(request), idOf(request))
      const { total, people } = await here(request).access.people(idOf(request), { limit, ...wanted })
      const listed = people.map(({ id, userName, group, ...person }) => {
        const through = { groupId: group?.id ?? null, groupName: group?.name ?? null }
        return { id, userName, fullName: nameOf(person), ...through, ...termOf(person) }
      })
      return { page, limit, total, people: listed }
    },
  })
}

/** Who decides about access, for the audit trail. */
export function stewardIn(request: FastifyRequest): Steward {
  return { by: authorOf(request), address: request.ip, account: request.operator?.account.id }
}

/** First and last name of a person; null where nothing is known. */
export function nameOf(names: Pick<Account, 'givenName' | 'familyName'>): string | null {
  return fullName('en', names) || null
}

interface Wanted {
  readonly page: number
  readonly limit: number
  readonly offset: number
  readonly search: string
}

async function shown(
  reply: FastifyReply,
  store: TenantStore,
  id: string,
  { page, limit, ...wanted }: Wanted,
) {
  const rules = await rulesOf(store, id)
  const { mode, approvers, requestsForOthers } = rules
  reply.header('etag', rulesTag(rules))
  const { total, access } = await store.access.list(id, { limit, ...wanted })
  const given = access.map(({ holder, name, ...more }) => {
    return { ...holder, name, fullName: nameOf(more), ...termOf(more) }
  })
  return { mode, approvers, requestsForOthers, page, limit, total, access: given }
}

function termOf({ since, endsAt, origin }: Pick<GivenAccess, 'since' | 'endsAt' | 'origin'>) {
  const until = endsAt === null ? null : new Date(endsAt).toISOString()
  return { since: new Date(since).toISOString(), until, origin }
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id
}

function holderIn(request: FastifyRequest): string {
  return (request.params as { holder: string }).holder
}
