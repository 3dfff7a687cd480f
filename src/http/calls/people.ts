import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ACCOUNT_STATUSES } from '../../core/access.ts'
import { Refusal } from '../../core/refusal.ts'
import { setSupervisor } from '../../governance/governance.ts'
import { accountOf, decideRegistration, type Identity } from '../../identity/identity.ts'
import type { Account, AccountFilter, Store, TenantStore } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { searchedPage } from '../request/paging.ts'
import { queryOf } from '../request/target.ts'
import { nameOf, stewardIn } from './access.ts'
import { APPROVAL, PEOPLE, SUPERVISOR } from './people-calls.ts'

/** Everybody with an account, and who supervises them. */
export function people(
  app: FastifyInstance,
  { store, identity }: { store: Store; identity: Identity },
): void {
  const here = (request: FastifyRequest) => store.tenant(request.tenant.id)

  resource(app, '/people', PEOPLE, {
    async GET(request) {
      const { page, limit, offset, search } = searchedPage(request.raw.url!)
      const filter = { ...(search !== '' && { search }), ...(await filterIn(request, here(request))) }
      const { total, accounts } = await here(request).accounts.list({ limit, offset, filter })
      return { page, limit, total, people: await shown(here(request), accounts) }
    },
  })

  resource(app, '/people/:account/approval', APPROVAL, {
    async POST(request, reply, { approved }) {
      const { account } = request.params as { account: string }
      const { tenancy, surfaces, mailQueued } = identity
      const office = { store, tenancy, surfaces, tenant: request.tenant }
      const by = { account: request.operator?.account.id ?? null, address: request.ip }
      await decideRegistration(office, account, approved, by)
      mailQueued()
      return reply.code(204).send()
    },
  })

  resource(app, '/people/:account/supervisor', SUPERVISOR, {
    async PUT(request, _, { supervisor }) {
      const { account } = request.params as { account: string }
      await setSupervisor(here(request), account, supervisor ?? undefined, stewardIn(request))
      const [person] = await shown(here(request), [await accountOf(here(request), account)])
      return person!
    },
  })
}

/** Which people are wanted, by status and by an attribute that the tenant has added. */
async function filterIn({ raw }: FastifyRequest, { attributes }: TenantStore): Promise<AccountFilter> {
  const query = queryOf(raw.url!, ['status', 'attribute'])
  const [wanted, attribute] = [query.get('status'), query.get('attribute')]
  const status = ACCOUNT_STATUSES.find(one => one === wanted)
  if (wanted !== undefined && status === undefined)
    throw new Refusal('query_invalid', {
      parameter: 'status',
      problem: `must be one of ${ACCOUNT_STATUSES.join(', ')}`,
    })
  if (attribute === undefined) return { status }
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(attribute) ?? []
  if (name === undefined)
    throw new Refusal('query_invalid', {
      parameter: 'attribute',
      problem: 'must be a name and a value, such as plan=gold',
    })
  const isKnown = (await attributes.list()).some(one => one.name === name)
  if (!isKnown) throw new Refusal('attribute_unknown', { name })
  return { status, attributes: { [name]: value! } }
}

async function shown(store: TenantStore, accounts: readonly Account[]) {
  const supervisors = await store.accounts.withIds(accounts.flatMap(({ supervisor }) => supervisor ?? []))
  const own = await store.attributes.valuesOfAll(accounts.map(({ id }) => id))
  return accounts.map(account => {
    const { id, userName, status } = account
    const supervisor = supervisors.get(account.supervisor ?? '')
    return {
      ...{ id, userName, fullName: nameOf(account), status },
      supervisorId: supervisor?.id ?? null,
      supervisor: supervisor?.userName ?? null,
      supervisorFullName: supervisor === undefined ? null : nameOf(supervisor),
      attributes: Object.fromEntries(
        Object.entries(own.get(id) ?? {}).map(([name, value]) => [name, String(value)]),
      ),
    }
  })
}
