import { setImmediate as pause } from 'node:timers/promises'
import type { Campaign, RequestPerson, TenantStore, TenantTransaction } from '../store/store.ts'
import { Assignment, type WholeCampaign } from './campaign-parts.ts'
import type { WantedCampaign } from './campaign-settings.ts'
import { settingsOf } from './campaign-settings.ts'

/** People of one write when a campaign starts. */
const PIECE = 250
/** People without a reviewer that a preview names. */
const MOST_NAMED = 100

/** Where a start goes on. */
export interface StartPlace {
  readonly position: number
  readonly after: string
  /** How many people have had their turn. */
  readonly turn: number
}

export const FIRST: StartPlace = { position: 0, after: '', turn: 0 }

/** Adds some people to a campaign that starts; undefined when all are there. Ends the job in the same write. */
export async function startPiece(
  store: TenantStore,
  { campaign, applications }: WholeCampaign,
  place: StartPlace,
  done: (tx: TenantTransaction, next: StartPlace | undefined) => Promise<boolean>,
): Promise<void> {
  const { id } = campaign
  const { position, turn } = place
  const application = applications[position]!
  const assignment = await Assignment.of(store, campaign)
  const { people, after } = await store.campaigns.people(application.application, place.after, PIECE)
  const assigned = people.map((person, index) => ({
    person,
    reviewer: assignment.reviewer(person, turn + index),
  }))
  const next = nextPlace(place, after, people.length, applications.length)
  await store.write(async tx => {
    const current = await tx.campaigns.lock(id)
    if (current === undefined || !isStarting(current) || !(await done(tx, next))) return
    if (current.state === 'scheduled') await tx.campaigns.update(id, { state: 'starting' })
    // What is removed from now on closes its reviews and items itself.
    if (!(await tx.applications.hold(application.application))) return
    const present = await tx.accounts.hold(people.map(({ account }) => account))
    const here = assigned.filter(({ person }) => present.has(person.account))
    const reviewers = new Map(here.flatMap(({ reviewer }) => (reviewer ? [[reviewer.id, reviewer]] : [])))
    const known = new Map<string | undefined, string>()
    for (const review of await tx.reviews.started(id, position, [...reviewers.keys()]))
      known.set(review.reviewer?.id, review.id)
    const reviewOf = async (reviewer: RequestPerson | null) => {
      const made = known.get(reviewer?.id) ?? tx.newId()
      if (!known.has(reviewer?.id))
        await tx.reviews.create({ id: made, campaign: id, position, reviewer, former: null, reason: null })
      known.set(reviewer?.id, made)
      return made
    }
    const items = []
    for (const { person, reviewer } of here)
      items.push({ ...person, campaign: id, position, review: await reviewOf(reviewer) })
    await tx.reviews.addItems(items)
  }, 'quiet')
}

function isStarting({ state }: Campaign): boolean {
  return state === 'scheduled' || state === 'starting'
}

function nextPlace(
  { position, turn }: StartPlace,
  after: string | undefined,
  people: number,
  applications: number,
): StartPlace | undefined {
  if (after !== undefined) return { position, after, turn: turn + people }
  return position + 1 < applications ? { position: position + 1, after: '', turn: turn + people } : undefined
}

/** What a campaign would be if it started now. */
export interface CampaignPreview {
  readonly items: number
  /** How many items everybody would review of each application, in the order of the applications. */
  readonly reviewers: readonly (RequestPerson & { readonly items: readonly number[] })[]
  /** How many people nobody can review, and some of them. */
  readonly without: number
  readonly withoutReviewer: readonly { readonly userName: string; readonly application: string }[]
}

/** Counts who would review how much, with the rules and in the pieces of a start. */
export async function previewCampaign(store: TenantStore, wanted: WantedCampaign): Promise<CampaignPreview> {
  const { settings, applications } = await settingsOf(store, wanted)
  const assignment = await Assignment.of(store, settings)
  const counts = new Map<string, RequestPerson & { items: number[] }>()
  const countOf = (person: RequestPerson) => {
    const found = counts.get(person.id) ?? { ...person, items: applications.map(() => 0) }
    counts.set(person.id, found)
    return found
  }
  for (const person of assignment.named) countOf(person)
  const withoutReviewer: { userName: string; application: string }[] = []
  let [items, without] = [0, 0]
  for (const [position, application] of applications.entries()) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const piece: Awaited<ReturnType<TenantStore['campaigns']['people']>> = await store.campaigns.people(
        application.id,
        after,
        PIECE,
      )
      for (const person of piece.people) {
        const reviewer = assignment.reviewer(person, items++)
        if (reviewer !== null) countOf(reviewer).items[position]!++
        else if (++without <= MOST_NAMED)
          withoutReviewer.push({ userName: person.userName, application: application.name })
      }
      after = piece.after
      // Reads of SQLite do not wait for anything: others get their turn.
      await pause()
    }
  }
  const reviewers = [...counts.values()].sort((one, other) => (one.userName < other.userName ? -1 : 1))
  return { items, reviewers, without, withoutReviewer }
}
