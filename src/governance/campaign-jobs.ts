import { type DueStep, dueStep, endOfStarted, nextTimes, openItems } from '../core/flows/campaign.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type {
  Campaign,
  CampaignApplication,
  ClaimedJob,
  NewMail,
  RequestPerson,
  Review,
  Store,
  TenantStore,
  TenantTransaction,
} from '../store/store.ts'
import { applyPiece } from './campaign-apply.ts'
import { CampaignMails, type HowEnded } from './campaign-mails.ts'
import { CAMPAIGN, isUnfinished, supervisorsOf, type WholeCampaign, wholeCampaign } from './campaign-parts.ts'
import { reportDigest } from './campaign-report.ts'
import { startPiece } from './campaign-start.ts'
import { type CampaignStep, scheduleStart, scheduleStep, type Task } from './campaign-steps.ts'
import { type HandingCause, type HandingPlace, handOverPiece } from './handing-over.ts'
import type { MailRoom } from './request-mails.ts'
import { BY_CLOCK, record } from './steward.ts'

/** Reviews of one write that makes a mail for each. */
const PIECE = 25
/** Reviews that nobody can work on are looked for so often. An account may be disabled by mistake for a moment. */
const LOOK = 3_600_000

/**
 * The automatic steps of a campaign, in order. Each batch of a step is one transaction, with its mails and the position
 * of the next batch. If a node is killed, the batch is complete or was not done at all.
 */
export function campaignJobs(
  store: Store,
  roomOf: (tenant: string) => Promise<MailRoom | undefined>,
): Record<typeof CAMPAIGN, JobHandler<ClaimedJob>> {
  return {
    async [CAMPAIGN](job) {
      const task = job.payload as Task
      const tenant = store.tenant(job.tenant)
      const [room, whole] = [await roomOf(job.tenant), await wholeCampaign(tenant, task.campaign)]
      if (room !== undefined && whole !== undefined) await new Step(job, tenant, room, whole).take(task)
      return undefined
    },
  }
}

/** One step of a campaign. */
class Step {
  readonly #job: ClaimedJob
  readonly #store: TenantStore
  readonly #whole: WholeCampaign
  readonly #campaign: Campaign
  readonly #room: MailRoom
  readonly #mails: CampaignMails

  constructor(job: ClaimedJob, store: TenantStore, room: MailRoom, whole: WholeCampaign) {
    this.#job = job
    this.#store = store
    this.#room = room
    this.#whole = whole
    this.#campaign = whole.campaign
    this.#mails = new CampaignMails(room, store)
  }

  async take(task: Task): Promise<void> {
    switch (task.step) {
      case 'start':
        return await startPiece(this.#store, this.#whole, task, (tx, next) =>
          this.#goOn(tx, next === undefined ? { step: 'begin' } : { step: 'start', ...next }),
        )
      case 'begin':
        return await this.#begin()
      case 'tell-reviewers':
      case 'remind':
        return await this.#tellReviewers(task.step, task.after)
      case 'tell-supervisors':
        return await this.#tellSupervisors(task.position)
      case 'wait':
        return await this.#wait()
      case 'escalate':
      case 'take-over':
        return await this.#handOver(task.step, task)
      case 'end':
        return await applyPiece(this.#room, this.#store, this.#whole, undefined, (tx, isLast) =>
          this.#goOn(tx, { step: isLast ? 'seal' : 'end', how: task.how }),
        )
      case 'seal':
        return await this.#seal(task.how)
      case 'tell-end':
        return await this.#tellEnd(task.how, task.after)
      case 'tell-end-supervisors':
        return await this.#tellEndSupervisors(task.how, task.position)
    }
  }

  /** Ends this step, and has the next one done; false where another node does the job, or it was given up. */
  async #goOn(tx: TenantTransaction, next: CampaignStep, dueAt = tx.now()): Promise<boolean> {
    if (!(await tx.jobs.finish(this.#job, dueAt))) return false
    await scheduleStep(tx, this.#campaign.id, next, dueAt)
    return true
  }

  /** Everybody is in the campaign: reviewers can begin. */
  async #begin(): Promise<void> {
    const { id, name } = this.#campaign
    await this.#store.write(async tx => {
      const current = await tx.campaigns.lock(id)
      if (current?.state !== 'starting' && current?.state !== 'scheduled') return
      if (!(await this.#goOn(tx, { step: 'tell-reviewers', after: '' }))) return
      const now = tx.now()
      const endsAt = endOfStarted(current, now)
      await tx.campaigns.update(id, { state: 'running', startedAt: now, endsAt })
      await record(tx, BY_CLOCK, 'campaign-started', { details: { campaign: id, name } })
    })
  }

  async #tellReviewers(step: 'tell-reviewers' | 'remind', after: string): Promise<void> {
    const reviews = await this.#store.reviews.after(this.#campaign.id, after, PIECE)
    const told = step === 'remind' ? reviews.filter(review => isUnfinished(this.#campaign, review)) : reviews
    const id = step === 'remind' ? 'mail-campaign-reminder' : 'mail-campaign-reviewers'
    const mails: NewMail[] = []
    for (const review of told.filter(each => openItems(each) > 0 || step === 'remind'))
      mails.push(...(await this.#mails.review(id, this.#about(review), review)))
    const last = reviews.length < PIECE ? undefined : reviews.at(-1)!.id
    await this.#store.write(async tx => {
      const after = step === 'remind' ? ({ step: 'wait' } as const) : SUPERVISORS
      if (!(await this.#goOn(tx, last === undefined ? after : { step, after: last }))) return
      if (step === 'remind') await this.#reminded(tx, told, last === undefined)
      for (const mail of mails) await tx.outbox.queue(mail)
    }, 'quiet')
  }

  async #reminded(tx: TenantTransaction, reviews: readonly Review[], isLast: boolean): Promise<void> {
    await tx.reviews.reminded(reviews.map(({ id }) => id))
    if (!isLast) return
    const { id } = this.#campaign
    await tx.campaigns.update(id, { remindedAt: tx.now() })
    await record(tx, BY_CLOCK, 'campaign-reminded', { details: { campaign: id } })
  }

  async #tellSupervisors(position: number): Promise<void> {
    const application = this.#whole.applications[position]!
    const mails: NewMail[] = []
    for (const person of await supervisorsOf(this.#store, this.#campaign)) {
      const mail = await this.#mails.supervisor({ campaign: this.#campaign, application }, person)
      if (mail !== undefined) mails.push(mail)
    }
    const isLast = position + 1 === this.#whole.applications.length
    const next = isLast
      ? ({ step: 'wait' } as const)
      : ({ step: 'tell-supervisors', position: position + 1 } as const)
    await this.#queue(next, mails)
  }

  async #wait(): Promise<void> {
    const { id, state } = this.#campaign
    if (state !== 'running') return
    const now = this.#store.now()
    const due = this.#due(now)
    const begins: Readonly<Record<DueStep, CampaignStep>> = {
      end: { step: 'end', how: 'date' },
      escalate: { step: 'escalate', after: '', turn: 0 },
      remind: { step: 'remind', after: '' },
    }
    // The last reviews that were not signed off may have ended with their application.
    const isComplete = await this.#store.reviews.areSignedOff(id)
    const next = isComplete ? COMPLETE : 'step' in due ? begins[due.step] : undefined
    if (next === undefined) {
      const [abandoned] = await this.#store.reviews.abandoned(id, '', 1)
      // Another turn each time, so that not everything goes to the same person.
      const takeOver = { step: 'take-over', after: '', turn: Math.floor(now / LOOK) } as const
      const rest = (tx: TenantTransaction) =>
        abandoned === undefined ? this.#rest(tx) : this.#goOn(tx, takeOver)
      await this.#store.write(rest, 'quiet')
      return
    }
    await this.#store.write(async tx => {
      const current = await tx.campaigns.lock(id)
      if (current?.state !== 'running' || !(await this.#goOn(tx, next))) return
      if (next.step === 'end') await tx.campaigns.update(id, { state: 'ending' })
    })
  }

  /** Waits for what is due next, and looks meanwhile for reviews that nobody can work on. */
  async #rest(tx: TenantTransaction): Promise<boolean> {
    const now = tx.now()
    const due = this.#due(now)
    return await this.#goOn(tx, { step: 'wait' }, 'at' in due ? Math.min(due.at, now + LOOK) : now)
  }

  #due(now: number): ReturnType<typeof dueStep> {
    const { startedAt, startsAt } = this.#campaign
    return dueStep(this.#campaign, { ...this.#campaign, startedAt: startedAt ?? startsAt }, now)
  }

  /** Gives reviews to other people that are overdue, or that nobody can work on. */
  async #handOver(cause: HandingCause, place: HandingPlace): Promise<void> {
    const parts = { store: this.#store, whole: this.#whole, mails: this.#mails }
    await handOverPiece(parts, cause, place, async (tx, next) => {
      if (next !== undefined) return await this.#goOn(tx, { step: cause, ...next })
      if (cause === 'take-over') return await this.#rest(tx)
      if (!(await this.#goOn(tx, { step: 'wait' }))) return false
      // A person who has just got a review is not reminded at once.
      const now = tx.now()
      await tx.campaigns.update(this.#campaign.id, { escalatedAt: now, remindedAt: now })
      return true
    })
  }

  /** Everything is decided: the digest of the report is kept, and the next campaign of a series is planned. */
  async #seal(how: HowEnded): Promise<void> {
    const { id, name, repeatMonths } = this.#campaign
    const digest = await reportDigest(this.#store, this.#whole)
    await this.#store.write(async tx => {
      const current = await tx.campaigns.lock(id)
      if (current?.state !== 'ending') return
      if (!(await this.#goOn(tx, { step: 'tell-end', how, after: '' }))) return
      await tx.campaigns.update(id, { state: 'ended', endedAt: tx.now(), digest })
      await record(tx, BY_CLOCK, 'campaign-ended', { details: { campaign: id, name, how, digest } })
      if (repeatMonths > 0) await this.#repeat(tx)
    })
  }

  /** Plans the next campaign, for the applications that still exist. */
  async #repeat(tx: TenantTransaction): Promise<void> {
    const { campaign, applications } = this.#whole
    const parts: CampaignApplication[] = []
    for (const part of applications)
      if ((await tx.applications.get(part.application)) !== undefined)
        parts.push({ ...part, id: tx.newId(), position: parts.length })
    if (parts.length === 0) return
    const next: Campaign = {
      ...campaign,
      ...nextTimes(campaign, tx.now()),
      id: tx.newId(),
      state: 'scheduled',
      previous: campaign.id,
      createdAt: tx.now(),
      ...{ startedAt: null, remindedAt: null, escalatedAt: null, endedAt: null, digest: null },
    }
    await tx.campaigns.create(next, parts)
    await scheduleStart(tx, next)
    const details = { campaign: next.id, name: next.name, previous: campaign.id }
    await record(tx, BY_CLOCK, 'campaign-created', { details })
  }

  async #tellEnd(how: HowEnded, after: string): Promise<void> {
    const reviews = await this.#store.reviews.after(this.#campaign.id, after, PIECE)
    const mails: NewMail[] = []
    for (const review of reviews) {
      // A person who was given several reviews of an application is told once.
      const [first] = await this.#heldBy(review.reviewer, review.position)
      if (first?.id !== review.id) continue
      const mail = await this.#mails.status(this.#about(review), review.reviewer, how)
      if (mail !== undefined) mails.push(mail)
    }
    const last = reviews.length < PIECE ? undefined : reviews.at(-1)!.id
    const next: CampaignStep =
      last === undefined
        ? { step: 'tell-end-supervisors', how, position: 0 }
        : { step: 'tell-end', how, after: last }
    await this.#queue(next, mails)
  }

  async #tellEndSupervisors(how: HowEnded, position: number): Promise<void> {
    const { campaign, applications } = this.#whole
    const application = applications[position]!
    const mails: NewMail[] = []
    for (const person of await supervisorsOf(this.#store, campaign)) {
      // Supervisors who reviewed the application themselves know already.
      if ((await this.#heldBy(person, position)).length > 0) continue
      const mail = await this.#mails.status({ campaign, application }, person, how)
      if (mail !== undefined) mails.push(mail)
    }
    const next = position + 1 < applications.length ? position + 1 : undefined
    if (next !== undefined)
      return await this.#queue({ step: 'tell-end-supervisors', how, position: next }, mails)
    await this.#store.write(async tx => {
      if (!(await tx.jobs.finish(this.#job))) return
      for (const mail of mails) await tx.outbox.queue(mail)
    }, 'quiet')
  }

  async #queue(next: CampaignStep, mails: readonly NewMail[]): Promise<void> {
    await this.#store.write(async tx => {
      if (!(await this.#goOn(tx, next))) return
      for (const mail of mails) await tx.outbox.queue(mail)
    }, 'quiet')
  }

  /** The reviews of an application that somebody had at the end. */
  async #heldBy(reviewer: RequestPerson | null, position: number): Promise<Review[]> {
    if (reviewer === null) return []
    const held = await this.#store.reviews.ofReviewer(this.#campaign.id, position, reviewer.id)
    return held.filter(({ items, closedAt }) => items > 0 && closedAt === null)
  }

  #about({ position }: Review) {
    return { campaign: this.#campaign, application: this.#whole.applications[position]! }
  }
}

const COMPLETE: CampaignStep = { step: 'end', how: 'complete' }
const SUPERVISORS: CampaignStep = { step: 'tell-supervisors', position: 0 }
