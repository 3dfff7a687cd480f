import { endOf, mayUse } from '../core/access.ts'
import {
  actingPart,
  type DECISIONS,
  expiryOf,
  isOpen,
  justificationProblem,
  keptText,
  MOST_A_DAY,
  MOST_OPEN,
  mayApprove,
  type PersonalTurn,
  type RequestPart,
  type RequestProblem,
  stateAt,
  turned,
  turnProblem,
} from '../core/flows/access-request.ts'
import { Refusal } from '../core/refusal.ts'
import type { AccountOffice } from '../identity/identity.ts'
import type {
  AccessRequest,
  Account,
  Application,
  NewMail,
  Store,
  Tenant,
  TenantStore,
} from '../store/store.ts'
import { giveRequested } from './access.ts'
import { offeredTo } from './offers.ts'
import { turnMails } from './request-mails.ts'
import { Deciding, listedRequests, partsOf, shownRequest } from './request-people.ts'
import { followJobs, scheduleExpiry, scheduleReminder } from './request-schedule.ts'
import type {
  AccessWish,
  ConcerningRequests,
  OfferedApplication,
  Participant,
  SeenRequest,
} from './request-types.ts'
import { record, type Steward } from './steward.ts'

const DAY = 86_400_000
/** Requests on a page. */
const LISTED = 50
/** The number of requests for others before throttling starts, because each reveals whether a user name exists. */
const LOOKUPS = { free: 20, longest: 3_600_000 }
/** The number of attempts to act on a request that changes at the same time. */
const TRIES = 3

const EVENTS = {
  more: 'access-request-questioned',
  answer: 'access-request-answered',
  approve: 'access-request-approved',
  reject: 'access-request-rejected',
  withdraw: 'access-request-withdrawn',
} as const

/** Who acts on a request, and what they have to do with it. */
interface Acting extends Steward {
  readonly account: string | null
  readonly name: string
  readonly parts: (request: AccessRequest) => Promise<readonly RequestPart[]>
}

/**
 * Asks for access, and decides. Refusals have the code `request_refused` with a `RequestProblem`, or `request_unknown`,
 * also where there is a request that the account has nothing to do with.
 */
export class AccessRequests {
  readonly #parts: Pick<AccountOffice, 'tenancy' | 'surfaces'> & { store: Store; mailQueued?: () => void }

  constructor(
    parts: Pick<AccountOffice, 'tenancy' | 'surfaces'> & { store: Store; mailQueued?: () => void },
  ) {
    this.#parts = parts
  }

  /** The applications that somebody may open or ask for, by name. */
  async offered(tenant: Tenant, account: string): Promise<OfferedApplication[]> {
    return await offeredTo(this.#store(tenant), account)
  }

  /** One of them; undefined where somebody may neither open it nor ask for it. */
  async offer(tenant: Tenant, account: string, application: string): Promise<OfferedApplication | undefined> {
    const offered = await this.offered(tenant, account)
    return offered.find(offer => offer.application.id === application)
  }

  async concerning(tenant: Tenant, account: string): Promise<ConcerningRequests> {
    const store = this.#store(tenant)
    const page = { limit: LISTED, offset: 0 }
    // Where there are many, the others would expire unseen behind newer ones, or behind those that wait for an answer.
    const longest = { ...page, waitingFirst: true } as const
    const mine = { open: true, notAbout: account } as const
    const applications = await store.deciders.applicationsOf(account)
    const found = [await store.requests.list({ ...mine, applications }, longest)]
    if ((await store.deciders.administrators({ only: account, limit: 1 })).length > 0)
      found.push(await store.requests.list({ ...mine, unapproved: true }, longest))
    const open = new Map(found.flatMap(({ requests }) => requests).map(each => [each.id, each]))
    const waiting = [...open.values()].sort(byWaiting).slice(0, LISTED)
    const about = await store.requests.list({ about: account }, page)
    const deciding = new Deciding(store, account)
    const shown = async (requests: readonly AccessRequest[]) => {
      const all = []
      for (const request of requests) all.push({ request, parts: await deciding.parts(request) })
      return await listedRequests(store, all)
    }
    const toDecide = (await shown(waiting)).filter(({ can }) => can.includes('reject'))
    return { toDecide, asked: await shown(about.requests) }
  }

  /** A request as an account sees it; undefined where that account has nothing to do with it. */
  async seen(tenant: Tenant, id: string, account: string): Promise<SeenRequest | undefined> {
    const store = this.#store(tenant)
    const request = await store.requests.get(id)
    const parts = request === undefined ? [] : await partsOf(store, request, account)
    return request === undefined || parts.length === 0 ? undefined : await shownRequest(store, request, parts)
  }

  async ask(tenant: Tenant, by: Participant, wish: AccessWish): Promise<SeenRequest> {
    const store = this.#store(tenant)
    const justification = keptText(wish.justification)
    refuse(justificationProblem(justification))
    const endsAt = endOfWish(wish.until, store.now())
    const application = await store.applications.get(wish.application)
    if (application?.access !== 'request') throw refused('access-not-requestable')
    const requester = await store.accounts.get(by.account)
    if (requester === undefined) throw new Refusal('account_unknown', { account: by.account })
    const person = await personOf(store, application, requester, wish.person)
    refuse(await accessProblem(store, application.id, person.id))
    const now = store.now()
    const request = {
      id: store.newId(),
      application: application.id,
      applicationName: application.name,
      requester: named(requester),
      person: named(person),
      state: 'waiting',
      justification,
      endsAt,
      askedAt: now,
      expiresAt: expiryOf(now, endsAt),
    } as const
    const turn = { turn: 'ask', by: requester.id, comment: '' } as const
    const mails = await turnMails({ ...this.#parts, tenant }, store, request, turn)
    await store.write(async tx => {
      if ((await tx.access.lock(application.id)) !== 'request') throw refused('access-not-requestable')
      // Always lock in the same order, so that two requests cannot deadlock.
      const people = [...new Set([requester.id, person.id])].sort()
      for (const id of people)
        if ((await tx.accounts.get(id))?.status !== 'active') throw refused('person-unknown')
      const { open, recent } = await tx.requests.countOf(requester.id, now - DAY)
      if (open >= MOST_OPEN || recent >= MOST_A_DAY) throw refused('too-many-requests')
      const part = requester.id === person.id ? 'person' : 'requester'
      await tx.requests.create(request, { ...turn, at: now, by: named(requester), part })
      await scheduleReminder(tx, request)
      await scheduleExpiry(tx, request)
      for (const mail of mails) await tx.outbox.queue(mail)
      const steward = { by: `account:${requester.userName}`, address: by.address }
      const about = { account: person.id, application: application.id, details: { request: request.id } }
      await record(tx, steward, 'access-requested', about)
    })
    this.#parts.mailQueued?.()
    return (await this.seen(tenant, request.id, requester.id))!
  }

  /** Answers, withdraws or decides, as somebody who is signed in. */
  async act(
    tenant: Tenant,
    { account, address }: Participant,
    id: string,
    turn: PersonalTurn,
    comment: string,
  ): Promise<SeenRequest> {
    const store = this.#store(tenant)
    const actor = await store.accounts.get(account)
    if (actor?.status !== 'active') throw new Refusal('request_unknown', { request: id })
    const parts = (request: AccessRequest) => partsOf(store, request, account)
    const by = { by: `account:${actor.userName}`, address, account, name: actor.userName, parts }
    await this.#take(tenant, by, id, turn, comment)
    return (await this.seen(tenant, id, account))!
  }

  /** Decides as somebody who manages access: in the console, by the API, or at the command line. */
  async decide(
    tenant: Tenant,
    by: Steward,
    id: string,
    turn: (typeof DECISIONS)[number],
    comment: string,
  ): Promise<void> {
    const { account = null } = by
    const parts = async ({ requester, person }: AccessRequest): Promise<RequestPart[]> => {
      if (account === person.id) return ['person']
      return [account === requester.id ? 'requester' : 'administrator']
    }
    const actor = account === null ? undefined : await this.#store(tenant).accounts.get(account)
    const { userName: name } = actor ?? { userName: by.by }
    await this.#take(tenant, { ...by, account, name, parts }, id, turn, comment)
  }

  /**
   * Takes a turn. The mails are made before the write, for the request as it was read: where it has moved on, again.
   */
  async #take(tenant: Tenant, by: Acting, id: string, turn: PersonalTurn, given: string): Promise<void> {
    const store = this.#store(tenant)
    const comment = keptText(given)
    for (let tries = TRIES; tries > 0; tries--) {
      const request = await store.requests.get(id)
      const parts = request === undefined ? [] : await by.parts(request)
      if (request === undefined || parts.length === 0) throw new Refusal('request_unknown', { request: id })
      refuse(turnProblem(stateAt(request, store.now()), parts, turn, comment))
      const told = { turn, by: by.account, comment }
      const mails = await turnMails({ ...this.#parts, tenant }, store, request, told)
      const taken = { ...told, part: actingPart(parts)! }
      if (!(await this.#written(store, request, by, taken, mails))) continue
      this.#parts.mailQueued?.()
      return
    }
    throw refused('request-moved-on')
  }

  /** Writes a turn with all that follows from it; false where the request has moved on. */
  async #written(
    store: TenantStore,
    request: AccessRequest,
    by: Acting,
    { turn, part, comment }: { turn: PersonalTurn; part: RequestPart; comment: string },
    mails: readonly NewMail[],
  ): Promise<boolean> {
    const { id, application, person, endsAt } = request
    const state = turned(request.state, turn)!
    return await store.write(async tx => {
      const mode = await tx.access.lock(application)
      const isThere = (await tx.accounts.get(person.id)) !== undefined
      // A removal has closed the request.
      if (mode === undefined || !isThere) return false
      if (turn === 'approve' && !mayApprove(part, mode === 'assigned'))
        throw refused('access-not-requestable')
      const now = tx.now()
      const taken = { turn, at: now, by: { id: by.account, userName: by.name }, part, comment }
      const after = { state, decidedAt: isOpen(state) ? null : now }
      if (!(await tx.requests.turn(request, after, taken))) return false
      const about = { account: person.id, application, details: { request: id } }
      await record(tx, by, EVENTS[turn], about)
      if (turn === 'approve') await giveRequested(tx, application, person.id, endsAt, by)
      await followJobs(tx, request, state)
      for (const mail of mails) await tx.outbox.queue(mail)
      return true
    })
  }

  #store(tenant: Tenant): TenantStore {
    return this.#parts.store.tenant(tenant.id)
  }
}

/** Whom access is asked for: the requester, or somebody else where the application allows it. */
async function personOf(
  store: TenantStore,
  application: Application,
  requester: Account,
  given: string | undefined,
): Promise<Account> {
  const typed = given?.trim() ?? ''
  if (typed === '') return requester
  if (!(await store.requests.forOthers()).includes(application.id)) {
    const isMe = (await store.accounts.meantBy(typed))?.id === requester.id
    if (isMe) return requester
    throw refused('not-for-others')
  }
  const wait = await store.tries.count([{ key: `access-person ${requester.id}`, ...LOOKUPS }], store.now())
  if (wait !== undefined) throw refused('too-many-requests')
  const person = await store.accounts.meantBy(typed)
  if (person?.status !== 'active') throw refused('person-unknown')
  return person
}

/** Why access need not be asked for. Access that will end may be asked for again. */
async function accessProblem(
  store: TenantStore,
  application: string,
  person: string,
): Promise<RequestProblem | undefined> {
  const access = (await store.access.givenTo(person)).filter(given => given.application === application)
  const standing = await store.access.standing(application, person)
  return mayUse(standing) && access.some(({ endsAt }) => endsAt === null) ? 'access-already-given' : undefined
}

function endOfWish(until: string | undefined, now: number): number | null {
  const given = until?.trim() ?? ''
  if (given === '') return null
  const end = endOf(given)
  if (end === undefined) throw refused('until-invalid')
  if (end <= now) throw refused('until-past')
  return end
}

/** Requests that wait for a decision come before those that wait for an answer, and older ones before newer ones. */
function byWaiting(one: AccessRequest, other: AccessRequest): number {
  const [first, second] = [one, other].map(({ state }) => Number(state !== 'waiting'))
  return first! - second! || one.askedAt - other.askedAt
}

function named({ id, userName }: Account): { id: string; userName: string } {
  return { id, userName }
}

function refuse(why: RequestProblem | undefined): void {
  if (why !== undefined) throw refused(why)
}

function refused(why: RequestProblem): Refusal {
  return new Refusal('request_refused', { why })
}
