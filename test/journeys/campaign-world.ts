import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { ReviewDecision } from '../../src/core/flows/campaign.ts'
import { Refusal } from '../../src/core/refusal.ts'
import {
  Campaigns,
  changeRules,
  giveAccess,
  Reviews,
  type Steward,
  type WantedCampaign,
} from '../../src/governance/governance.ts'
import type { AccountOffice } from '../../src/identity/identity.ts'
import type { ItemFilter, Job, Review, Tenant } from '../../src/store/store.ts'
import type { EngineName } from '../support/database.ts'
import { officeOf } from './offices.ts'
import { application, type Resident, resident, type Stage, stageOf } from './steps.ts'

export const BY: Steward = { by: 'account:operator', address: null }
export const DAY = 86_400_000
/** Tries of a job. They take place within 35 seconds. */
const MOST_TRIES = 4

/** Who and what a test has. */
interface World {
  stage: Stage
  office: AccountOffice & AsyncDisposable
  campaigns: Campaigns
  reviews: Reviews
  tenant: Tenant
  /** An application that `people` have access to. */
  shop: string
  ada: Resident
  bob: Resident
  sue: Resident
  people: Resident[]
  /** How far the clock is ahead. */
  ahead: number
  /** The mails that were sent in all tests. */
  readonly sent: Set<string>
}

/**
 * A service with a mail server and a clock that can be moved, for the tests of a `describe`. Before each test, Ada reviews three
 * people with access to Travel, and Sue supervises.
 */
export function campaignWorld(engine: EngineName) {
  const world: World = { ahead: 0, sent: new Set<string>() } as World

  before(async () => {
    const now = () => Date.now() + world.ahead
    world.stage = await stageOf(engine, { TABARD_MAIL_DAYS: '3650' }, { now })
    world.office = await officeOf(world.stage)
    world.tenant = world.office.tenant
    const parts = { ...world.office, mailQueued: () => world.stage.service.service.wake() }
    world.campaigns = new Campaigns(parts)
    world.reviews = new Reviews(parts)
  })
  beforeEach(async () => {
    world.ada = await resident(world.stage, { givenName: 'Ada', familyName: 'Byron' })
    world.bob = await resident(world.stage)
    world.sue = await resident(world.stage)
    world.people = [await resident(world.stage), await resident(world.stage), await resident(world.stage)]
    world.shop = await assigned('Travel', world.people)
  })
  after(async () => {
    await world.office[Symbol.asyncDispose]()
    await world.stage.stop()
  })

  /** An application that these world.people have access to. */
  const assigned = async (name: string, holders: readonly Resident[]) => {
    const { id } = await application(world.stage, { name })
    await changeRules(world.stage.store, id, { mode: 'assigned', keepRecent: false }, BY)
    for (const who of holders)
      await giveAccess(world.stage.store, id, { kind: 'account', id: who.id }, undefined, BY)
    return id
  }
  const dayAt = (days: number) => new Date(world.stage.store.now() + days * DAY).toISOString()
  const wanted = (more: Partial<WantedCampaign> = {}): WantedCampaign => ({
    name: 'Yearly review',
    applications: [world.shop],
    end: dayAt(28),
    reviewers: [world.ada.userName],
    supervisors: [world.sue.userName],
    ...more,
  })
  const started = async (more: Partial<WantedCampaign> = {}) => {
    const { campaign } = await world.campaigns.create(world.tenant, wanted(more), BY)
    await pass(0)
    return campaign.id
  }
  const reviewsOf = async (id: string) =>
    (await world.stage.store.reviews.list(id, { limit: 100, offset: 0 })).reviews
  const reviewOf = async (id: string, who = world.ada): Promise<Review> => {
    const found = (await reviewsOf(id)).find(({ reviewer }) => reviewer?.id === who.id)
    assert.ok(found, 'no review')
    return found
  }
  const by = ({ id }: Resident) => ({ account: id, address: '203.0.113.7' })
  const decide = async (
    who: Resident,
    { id }: Pick<Review, 'id'>,
    decision: ReviewDecision | null,
    filter: ItemFilter = {},
    comment = '',
  ) => await world.reviews.decide(world.tenant, by(who), id, { filter, decision, comment })
  const mayUse = async (who: Resident, app = world.shop) =>
    (await world.stage.store.access.standing(app, who.id))?.given
  const why = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => assert.fail('it was not refused'),
      (fault: unknown) => fault,
    )
    assert.ok(error instanceof Refusal, String(error))
    return error.code === 'review_refused' ? (error.details as { why: string }).why : error.code
  }
  const mails = async () => {
    const all = await world.stage.store.outbox.list(10_000)
    for (const { event } of all) world.sent.add(event)
    return all
  }
  const told = async (who: Resident, event: string) =>
    (await mails()).filter(mail => mail.event === event && mail.recipient === who.userName).length
  const outcomes = async (id: string) => {
    const items = await world.stage.store.campaigns.reported(id, undefined, 1_000)
    return Object.fromEntries(items.map(({ userName, outcome }) => [userName, outcome]))
  }
  const stateOf = async (id: string) => (await world.stage.store.campaigns.get(id))?.state
  /** Lets time pass, and waits until the jobs that are due then have been done, also those that fail at first. */
  const pass = async (milliseconds: number) => {
    world.ahead += milliseconds
    const isOpen = ({ kind, dueAt, problem }: Job) =>
      /^(?:campaign|group|end)/.test(kind) && (dueAt <= world.stage.store.now() || problem !== null)
    for (;;) {
      const job = (await world.stage.store.jobs.list()).find(isOpen)
      if (job === undefined) return
      assert.ok(job.tries <= MOST_TRIES, `${job.kind}: ${job.problem}`)
      // A job that failed is tried again later: then it is later.
      world.ahead += Math.max(0, job.dueAt - world.stage.store.now())
      world.stage.service.service.wake()
      await new Promise(done => setTimeout(done, 10))
    }
  }
  return {
    world,
    assigned,
    dayAt,
    wanted,
    started,
    reviewsOf,
    reviewOf,
    by,
    decide,
    mayUse,
    why,
    mails,
    told,
    outcomes,
    stateOf,
    pass,
  }
}
