import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  addMembers,
  createGroup,
  groupOf,
  removeGroup,
  removeMember,
  renameGroup,
} from '../../governance/governance.ts'
import type { Group, Store, TenantStore } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { searchedPage } from '../request/paging.ts'
import { nameOf, stewardIn } from './access.ts'
import { GROUP, GROUPS, MEMBER, MEMBERS } from './groups-calls.ts'

/** Groups of people. */
export function groups(app: FastifyInstance, { store }: { store: Store }): void {
  const here = (request: FastifyRequest) => store.tenant(request.tenant.id)
  const found = async (request: FastifyRequest) =>
    await groupOf(here(request), (request.params as { id: string }).id)

  resource(app, '/groups', GROUPS, {
    async GET(request) {
      const { page, limit, ...wanted } = searchedPage(request.raw.url!)
      const listed = await here(request).groups.list({ limit, ...wanted })
      const groups = listed.groups.map(({ id, name, members }) => ({ id, name, members }))
      return { page, limit, total: listed.total, groups }
    },
    async POST(request, reply, { name }) {
      const { id, name: kept } = await createGroup(here(request), name, stewardIn(request))
      return reply.code(201).send({ id, name: kept, members: 0 })
    },
  })

  resource(app, '/groups/:id', GROUP, {
    async GET(request) {
      return await shown(here(request), await found(request))
    },
    async PUT(request, _, { name }) {
      const { id } = await found(request)
      return await shown(here(request), await renameGroup(here(request), id, name, stewardIn(request)))
    },
    async DELETE(request, reply) {
      await removeGroup(here(request), (await found(request)).id, stewardIn(request))
      return reply.code(204).send()
    },
  })

  resource(app, '/groups/:id/members', MEMBERS, {
    async GET(request) {
      const { page, limit, ...wanted } = searchedPage(request.raw.url!)
      const { id } = await found(request)
      const { total, members } = await here(request).groups.members(id, { limit, ...wanted })
      const listed = members.map(({ id: account, userName, since, ...names }) => {
        return { id: account, userName, fullName: nameOf(names), since: new Date(since).toISOString() }
      })
      return { page, limit, total, members: listed }
    },
    async POST(request, _, { accounts }) {
      const { id } = await found(request)
      return { added: await addMembers(here(request), id, accounts, stewardIn(request)) }
    },
  })

  resource(app, '/groups/:id/members/:account', MEMBER, {
    async DELETE(request, reply) {
      const { account } = request.params as { account: string }
      await removeMember(here(request), (await found(request)).id, account, stewardIn(request))
      return reply.code(204).send()
    },
  })
}

async function shown(store: TenantStore, { id, name }: Group) {
  return { id, name, members: await store.groups.countMembers(id) }
}
