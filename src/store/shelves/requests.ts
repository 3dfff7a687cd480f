import { type Selectable, sql } from 'kysely'
import { auditEntry } from '../../core/audit-events.ts'
import type { RequestPart, RequestState, RequestTurn } from '../../core/flows/access-request.ts'
import { Refusal } from '../../core/refusal.ts'
import type { AccessRequest, RequestFilter, RequestRange, TakenTurn } from '../kept-access.ts'
import type { Schema } from '../schema.ts'
import { hasApprover } from './approvers.ts'
import { recordAll } from './audit.ts'
import { batches, isStorable } from './rows.ts'
import { held, refusing, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** Requests for access to applications. */
export interface RequestReads {
  get(id: string): Promise<AccessRequest | undefined>
  /** The whole history of a request, in order. */
  turns(id: string): Promise<TakenTurn[]>
  /** The last turn of each of these requests. */
  lastTurns(requests: readonly Pick<AccessRequest, 'id'>[]): Promise<Map<string, TakenTurn>>
  /** `total` counts all that match. */
  list(filter: RequestFilter, range: RequestRange): Promise<{ total: number; requests: AccessRequest[] }>
  /** The applications for which people may request access on behalf of others. */
  forOthers(): Promise<string[]>
}

/** Requests for access, inside a write. */
export interface RequestWrites {
  /** A request, locked until the write ends. */
  lock(id: string): Promise<AccessRequest | undefined>
  /** Adds a request with its first turn. Rejects a second open request for the same person and application. */
  create(request: Omit<AccessRequest, 'turns' | 'decidedAt'>, turn: TakenTurn): Promise<void>
  /** Adds a turn to a request and changes its state; false if the request has had another turn in the meantime. */
  turn(
    request: Pick<AccessRequest, 'id' | 'turns'>,
    state: { state: RequestState; decidedAt: number | null },
    turn: TakenTurn,
  ): Promise<boolean>
  /** The number of open requests of a requester, and of those made since `since`. */
  countOf(requester: string, since: number): Promise<{ open: number; recent: number }>
  allowForOthers(application: string, allowed: boolean): Promise<void>
  forOthers: RequestReads['forOthers']
}

const PIECE = 500

async function forOthers({ db, tenant }: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('applications')
    .select('id')
    .where('tenant', '=', tenant)
    .where('requests_for_others', '=', 1)
    .execute()
  return rows.map(({ id }) => id)
}

export const requestReads = shelf<RequestReads>({
  async get(scope, id) {
    if (!isStorable(id)) return undefined
    const row = await mine(scope).where('id', '=', id).executeTakeFirst()
    return row && fromRow(row)
  },
  async turns({ db, tenant }, id) {
    const rows = await db
      .selectFrom('access_request_turns')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('request', '=', id)
      .orderBy('number')
      .execute()
    return rows.map(turnFrom)
  },
  async lastTurns({ db, tenant }, requests) {
    if (requests.length === 0) return new Map()
    const rows = await db
      .selectFrom('access_request_turns as taken')
      .innerJoin('access_requests as request', join =>
        join
          .onRef('request.tenant', '=', 'taken.tenant')
          .onRef('request.id', '=', 'taken.request')
          .onRef('request.turns', '=', 'taken.number'),
      )
      .selectAll('taken')
      .where('taken.tenant', '=', tenant)
      .where(
        'taken.request',
        'in',
        requests.map(({ id }) => id),
      )
      .execute()
    return new Map(rows.map(row => [row.request, turnFrom(row)]))
  },
  async list(scope, { open, applications, about, notAbout, unapproved }, range) {
    const known = applications?.filter(isStorable)
    if (known?.length === 0 || (about !== undefined && !isStorable(about))) return { total: 0, requests: [] }
    const matching = scope.db
      .selectFrom('access_requests')
      .where('tenant', '=', scope.tenant)
      .$if(open === true, rows => rows.where('decided_at', 'is', null))
      .$if(open === false, rows => rows.where('decided_at', 'is not', null))
      .$if(known !== undefined, rows => rows.where('application', 'in', known!))
      .$if(notAbout !== undefined, rows =>
        rows.where('requester', '<>', notAbout!).where('person', '<>', notAbout!),
      )
      .$if(unapproved === true, rows =>
        rows.where(sql<boolean>`not ${hasApprover(scope.tenant, scope.engine.now())}`),
      )
      .$if(about !== undefined, rows =>
        rows.where(eb => eb.or([eb('requester', '=', about!), eb('person', '=', about!)])),
      )
    const { total } = await matching
      .select(eb => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const rows = await matching
      .selectAll()
      .$if(range.waitingFirst === true, listed =>
        listed.orderBy(sql`case state when 'waiting' then 0 else 1 end`),
      )
      .orderBy('asked_at', range.waitingFirst ? 'asc' : 'desc')
      .orderBy('id')
      .limit(range.limit)
      .offset(range.offset)
      .execute()
    return { total: Number(total), requests: rows.map(fromRow) }
  },
  forOthers,
})

export const requestWrites = shelf<RequestWrites>({
  forOthers,
  async lock(scope, id) {
    if (!isStorable(id)) return undefined
    const row = await held(scope, mine(scope).where('id', '=', id)).executeTakeFirst()
    return row && fromRow(row)
  },
  async create(scope, request, turn) {
    const row = {
      tenant: scope.tenant,
      id: request.id,
      application: request.application,
      application_name: request.applicationName,
      requester: request.requester.id,
      requester_name: request.requester.userName,
      person: request.person.id,
      person_name: request.person.userName,
      state: request.state,
      justification: request.justification,
      ends_at: request.endsAt,
      asked_at: request.askedAt,
      expires_at: request.expiresAt,
      decided_at: null,
      turns: 1,
    }
    const refusal = new Refusal('request_refused', { why: 'already-requested' })
    await refusing(scope, 'duplicate', refusal, scope.db.insertInto('access_requests').values(row).execute())
    await addTurn(scope, request.id, 1, turn)
  },
  async turn(scope, { id, turns }, { state, decidedAt }, turn) {
    const changed = await scope.db
      .updateTable('access_requests')
      .set({ state, decided_at: decidedAt, turns: turns + 1 })
      .where('tenant', '=', scope.tenant)
      .where('id', '=', id)
      .where('turns', '=', turns)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return false
    await addTurn(scope, id, turns + 1, turn)
    return true
  },
  async countOf({ db, tenant }, requester, since) {
    const row = await db
      .selectFrom('access_requests')
      .select([
        sql<number>`count(case when decided_at is null then 1 end)`.as('open'),
        sql<number>`count(case when asked_at >= ${since} then 1 end)`.as('recent'),
      ])
      .where('tenant', '=', tenant)
      .where('requester', '=', requester)
      .executeTakeFirstOrThrow()
    return { open: Number(row.open), recent: Number(row.recent) }
  },
  async allowForOthers({ db, tenant }, application, allowed) {
    await db
      .updateTable('applications')
      .set({ requests_for_others: Number(allowed) })
      .where('tenant', '=', tenant)
      .where('id', '=', application)
      .execute()
  },
})

/**
 * Closes the open requests for an application or a person that has just been removed, and records it. They stay
 * readable.
 */
export async function closeRequests(scope: Scope, of: 'application' | 'person', id: string): Promise<void> {
  const { db, tenant, engine } = scope
  const at = engine.now()
  // The rows are locked first, so that a concurrent turn ends before this one and is counted.
  const closed = await db
    .updateTable('access_requests')
    .set(eb => ({ state: 'closed', decided_at: at, turns: eb('turns', '+', 1) }))
    .where('tenant', '=', tenant)
    .where(of, '=', id)
    .where('decided_at', 'is', null)
    .returning(['id', 'turns', 'application', 'person'])
    .execute()
  const cause = of === 'application' ? 'application-removed' : 'account-removed'
  const turn = { turn: 'close', at, account: null, name: null, part: null, comment: '' }
  for (const some of batches(closed, PIECE)) {
    const rows = some.map(({ id: request, turns: number }) => ({ tenant, request, number, ...turn }))
    await db.insertInto('access_request_turns').values(rows).execute()
    const entries = some.map(({ id: request, application, person: account }) =>
      auditEntry('access-request-closed', at, { account, application }, { request, cause }),
    )
    await recordAll(scope, entries)
  }
}

function mine({ db, tenant }: Scope) {
  return db.selectFrom('access_requests').selectAll().where('tenant', '=', tenant)
}

async function addTurn({ db, tenant }: Scope, request: string, number: number, turn: TakenTurn) {
  const { at, by, part, comment } = turn
  const who = { account: by?.id ?? null, name: by?.userName ?? null, part }
  await db
    .insertInto('access_request_turns')
    .values({ tenant, request, number, turn: turn.turn, at, ...who, comment })
    .execute()
}

function turnFrom(row: Selectable<Schema['access_request_turns']>): TakenTurn {
  const { turn, at, account, name, part, comment } = row
  return {
    turn: turn as RequestTurn,
    at,
    by: name === null ? null : { id: account, userName: name },
    part: part as RequestPart | null,
    comment,
  }
}

function fromRow(row: Selectable<Schema['access_requests']>): AccessRequest {
  return {
    id: row.id,
    application: row.application,
    applicationName: row.application_name,
    requester: { id: row.requester, userName: row.requester_name },
    person: { id: row.person, userName: row.person_name },
    state: row.state as RequestState,
    justification: row.justification,
    endsAt: row.ends_at,
    askedAt: row.asked_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
    turns: row.turns,
  }
}
