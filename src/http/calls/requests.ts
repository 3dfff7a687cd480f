import type { FastifyInstance, FastifyRequest } from 'fastify'
import { stateAt } from '../../core/flows/access-request.ts'
import { Refusal } from '../../core/refusal.ts'
import { type AccessRequests, addDeputy, removeDeputy } from '../../governance/governance.ts'
import type {
  AccessRequest,
  Account,
  ListedDeputy,
  RequestPerson,
  Store,
  TakenTurn,
  TenantStore,
} from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { listPage } from '../request/paging.ts'
import { queryOf } from '../request/target.ts'
import { nameOf, stewardIn } from './access.ts'
import { ACCESS_REQUEST, ACCESS_REQUESTS, DECISION, DEPUTIES, DEPUTY_CALLS } from './requests-calls.ts'

const STATES = ['open', 'ended']

/** Requests for access, and who decides in place of approvers. */
export function requests(
  app: FastifyInstance,
  { store, accessRequests }: { store: Store; accessRequests: AccessRequests },
): void {
  const here = (request: FastifyRequest) => store.tenant(request.tenant.id)

  resource(app, '/requests', ACCESS_REQUESTS, {
    async GET(request) {
      const { page, limit } = listPage(request.raw.url!)
      const query = queryOf(request.raw.url!, ['state', 'application'])
      const [state, application] = [query.get('state'), query.get('application')]
      if (state !== undefined && !STATES.includes(state))
        throw new Refusal('query_invalid', { parameter: 'state', problem: 'must be open or ended' })
      const filter = {
        open: state === undefined ? undefined : state === 'open',
        applications: application === undefined ? undefined : [application],
      }
      const found = await here(request).requests.list(filter, { limit, offset: (page - 1) * limit })
      const last = await here(request).requests.lastTurns(found.requests)
      const people = await peopleIn(here(request), found.requests)
      const listed = found.requests.map(each => shown(each, last.get(each.id), people, store.now()))
      return { page, limit, total: found.total, requests: listed }
    },
  })

  resource(app, '/requests/:id', ACCESS_REQUEST, {
    async GET(request) {
      return await whole(here(request), idOf(request))
    },
  })

  resource(app, '/requests/:id/decision', DECISION, {
    async POST(request, _, { turn, comment = '' }) {
      await accessRequests.decide(request.tenant, stewardIn(request), idOf(request), turn, comment)
      return await whole(here(request), idOf(request))
    },
  })

  resource(app, '/deputies', DEPUTIES, {
    async GET(request) {
      return { deputies: (await here(request).deciders.deputies()).map(shownDeputy) }
    },
    async POST(request, reply, { approver, deputy, from, until }) {
      const given = { account: approver, deputy, from: from ?? undefined, until }
      const { id } = await addDeputy(here(request), given, stewardIn(request))
      const made = (await here(request).deciders.deputies()).find(each => each.id === id)
      return reply.code(201).send(shownDeputy(made!))
    },
  })

  resource(app, '/deputies/:id', DEPUTY_CALLS, {
    async DELETE(request, reply) {
      await removeDeputy(here(request), idOf(request), stewardIn(request))
      return reply.code(204).send()
    },
  })
}

async function whole(store: TenantStore, id: string) {
  const request = await store.requests.get(id)
  if (request === undefined) throw new Refusal('request_unknown', { request: id })
  const taken = await store.requests.turns(id)
  const turns = taken.map(({ turn, at, by, part, comment }) => {
    return { turn, at: instantOf(at), by: by?.userName ?? null, part, comment }
  })
  const people = await peopleIn(store, [request])
  return { ...shown(request, taken.at(-1), people, store.now()), turns }
}

type People = ReadonlyMap<string, Account>

/** The accounts of those whom requests name, as far as they still exist. */
async function peopleIn(store: TenantStore, requests: readonly AccessRequest[]): Promise<People> {
  return await store.accounts.withIds(requests.flatMap(({ requester, person }) => [requester.id, person.id]))
}

function shown(request: AccessRequest, last: TakenTurn | undefined, people: People, now: number) {
  const person = ({ id, userName }: RequestPerson) => {
    const account = people.get(id)
    return { id, userName, fullName: account === undefined ? null : nameOf(account) }
  }
  const { endsAt, decidedAt } = request
  return {
    id: request.id,
    state: stateAt(request, now),
    applicationId: request.application,
    applicationName: request.applicationName,
    requester: person(request.requester),
    person: person(request.person),
    justification: request.justification,
    until: endsAt === null ? null : instantOf(endsAt),
    asked: instantOf(request.askedAt),
    expires: instantOf(request.expiresAt),
    decided: decidedAt === null ? null : instantOf(decidedAt),
    decidedBy: decidedAt === null ? null : (last?.by?.userName ?? null),
    decisionComment: decidedAt === null ? '' : (last?.comment ?? ''),
  }
}

function shownDeputy({ id, accountName, deputyName, fromAt, untilAt }: ListedDeputy) {
  return {
    id,
    approver: accountName,
    deputy: deputyName,
    from: instantOf(fromAt),
    until: instantOf(untilAt),
  }
}

function instantOf(at: number): string {
  return new Date(at).toISOString()
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id
}
