import { type RequestPart, stateAt, turnsFor } from '../core/flows/access-request.ts'
import type { AccessRequest, Account, Application, Decider, TakenTurn, TenantStore } from '../store/store.ts'
import type { ListedRequest, NamedPerson, SeenRequest, SeenTurn } from './request-types.ts'

/** The number of people that get a mail about a request: a group of approvers may have any number of members. */
export const MOST_TOLD = 50

type Concerned = Pick<AccessRequest, 'application' | 'requester' | 'person'>

/** Who can decide about a request: approvers and their deputies; where there are none, administrators and theirs. */
export async function decidersOf(
  store: TenantStore,
  { application, requester, person }: Concerned,
  limit = MOST_TOLD,
): Promise<Decider[]> {
  const filter = { except: [requester.id, person.id], limit }
  const approvers = await store.deciders.of(application, filter)
  return approvers.length > 0 ? approvers : await store.deciders.administrators(filter)
}

/** What an account has to do with a request. */
export async function partsOf(
  store: TenantStore,
  request: Concerned,
  account: string,
): Promise<RequestPart[]> {
  return await new Deciding(store, account).parts(request)
}

/** What an account has to do with requests. Each application is asked about once, however many requests are for it. */
export class Deciding {
  readonly #store: TenantStore
  readonly #account: string
  readonly #approvals = new Map<string, Promise<Decider[]>>()
  readonly #others = new Map<string, Promise<Decider[]>>()
  #administrations: Promise<Decider[]> | undefined

  constructor(store: TenantStore, account: string) {
    this.#store = store
    this.#account = account
  }

  async parts({ application, requester, person }: Concerned): Promise<RequestPart[]> {
    const { deciders } = this.#store
    const only = { only: this.#account, limit: 1 }
    const parts: RequestPart[] = []
    if (requester.id === this.#account) parts.push('requester')
    if (person.id === this.#account) parts.push('person')
    const [approver] = await once(this.#approvals, application, () => deciders.of(application, only))
    if (approver !== undefined) return [...parts, approver.part]
    this.#administrations ??= deciders.administrators(only)
    const [administrator] = await this.#administrations
    if (administrator === undefined) return parts
    // Of three approvers, at least one neither asked nor gets the access.
    const some = await once(this.#others, application, () => deciders.of(application, { limit: 3 }))
    if (some.some(({ account: { id } }) => id !== requester.id && id !== person.id)) return parts
    return [...parts, administrator.part === 'deputy' ? 'deputy' : 'administrator']
  }
}

async function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const answer = known.get(key) ?? ask()
  known.set(key, answer)
  return await answer
}

/** Requests in a list, as somebody sees them who has these parts in them. */
export async function listedRequests(
  store: TenantStore,
  requests: readonly { readonly request: AccessRequest; readonly parts: readonly RequestPart[] }[],
): Promise<ListedRequest[]> {
  if (requests.length === 0) return []
  const applications = new Map((await store.applications.list()).map(each => [each.id, each]))
  const people = await store.accounts.withIds(
    requests.flatMap(({ request: { requester, person } }) => [requester.id, person.id]),
  )
  return requests.map(({ request, parts }) =>
    listed(request, parts, applications.get(request.application), people, store.now()),
  )
}

/** A request as somebody sees it who has these parts in it. */
export async function shownRequest(
  store: TenantStore,
  request: AccessRequest,
  parts: readonly RequestPart[],
): Promise<SeenRequest> {
  const taken = await store.requests.turns(request.id)
  const application = await store.applications.get(request.application)
  const ids = [request.requester.id, request.person.id, ...taken.flatMap(({ by }) => by?.id ?? [])]
  const people = await store.accounts.withIds(ids)
  return {
    ...listed(request, parts, application, people, store.now()),
    turns: taken.map(turn => shownTurn(turn, people)),
  }
}

type People = ReadonlyMap<string, Account>

function listed(
  request: AccessRequest,
  parts: readonly RequestPart[],
  application: Pick<Application, 'name' | 'access'> | undefined,
  people: People,
  now: number,
): ListedRequest {
  const state = stateAt(request, now)
  return {
    id: request.id,
    state,
    application: {
      id: request.application,
      name: application?.name ?? request.applicationName,
      removed: application === undefined,
    },
    requester: named(request.requester, people),
    person: named(request.person, people),
    justification: request.justification,
    until: request.endsAt,
    askedAt: request.askedAt,
    expiresAt: request.expiresAt,
    parts,
    can: turnsFor(state, parts, application?.access === 'assigned'),
  }
}

function named({ id, userName }: { id: string; userName: string }, people: People): NamedPerson {
  const found = people.get(id)
  if (found === undefined) return { id, userName, account: null }
  const { givenName, familyName, email } = found
  return { id, userName, account: { givenName, familyName, email } }
}

function shownTurn({ turn, at, by, part, comment }: TakenTurn, people: People): SeenTurn {
  const { id, userName } = by ?? { id: null, userName: '' }
  return { turn, at, by: id === null ? null : named({ id, userName }, people), part, comment }
}
