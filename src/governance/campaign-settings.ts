import { endOf } from '../core/access.ts'
import {
  DAY,
  LONGEST_DAYS,
  LONGEST_REVIEW_TEXT,
  MOST_APPLICATIONS,
  REVIEW_DECISIONS,
} from '../core/flows/campaign.ts'
import { invalidValue, Refusal } from '../core/refusal.ts'
import { label } from '../identity/identity.ts'
import type { Application, CampaignSettings, Holder, Named, TenantStore } from '../store/store.ts'
import { holderOf } from './holders.ts'

/** A campaign as somebody asks for it. */
export interface WantedCampaign {
  readonly name: string
  readonly description?: string | undefined
  /** Ids of applications. */
  readonly applications: readonly string[]
  /** The first day, or an instant; now where it is left out. */
  readonly start?: string | undefined
  /** The last day, or an instant. */
  readonly end: string
  /** Accounts and groups, by id or name; where it is left out, everybody's own supervisor. */
  readonly reviewers?: readonly string[] | undefined
  readonly supervisors: readonly string[]
  readonly openItems?: string | undefined
  readonly signOff?: boolean | undefined
  readonly remindDays?: number | undefined
  readonly escalateDays?: number | undefined
  readonly repeatMonths?: number | undefined
}

const REMIND_DAYS = 7
const ESCALATE_DAYS = 2
const MOST_HOLDERS = 100
const SHORTEST_MONTH = 28 * DAY

/** The settings that are asked for, and the applications; refuses what cannot work. */
export async function settingsOf(
  store: TenantStore,
  wanted: WantedCampaign,
): Promise<{ settings: CampaignSettings; applications: Application[] }> {
  const times = timesOf(store.now(), wanted)
  const { openItems = 'keep', signOff = true, remindDays = REMIND_DAYS, repeatMonths = 0 } = wanted
  const lasts = times.endsAt - times.startsAt
  const escalateDays = wanted.escalateDays ?? (lasts > 2 * ESCALATE_DAYS * DAY ? ESCALATE_DAYS : 0)
  const chosen = REVIEW_DECISIONS.find(decision => decision === openItems)
  if (chosen === undefined) throw invalidValue('The setting for open items must be keep or revoke.')
  whole('remindDays', remindDays, 90)
  whole('escalateDays', escalateDays, 90)
  whole('repeatMonths', repeatMonths, 36)
  if (escalateDays * DAY >= lasts)
    throw invalidValue('The day of escalation must be between the start and the end of the campaign.')
  if (repeatMonths > 0 && repeatMonths * SHORTEST_MONTH < lasts)
    throw invalidValue('A campaign must end before it is repeated.')
  if (wanted.reviewers?.length === 0)
    throw invalidValue('Name at least one reviewer, or leave reviewers out for everybody’s own supervisor.')
  const supervisors = await holdersOf(store, wanted.supervisors)
  if (supervisors.length === 0)
    throw invalidValue('A campaign needs at least one supervisor, who takes over reviews that are overdue.')
  const settings: CampaignSettings = {
    name: label('name of the campaign', wanted.name),
    description: descriptionOf(wanted.description),
    ...times,
    reviewers: await holdersOf(store, wanted.reviewers ?? []),
    supervisors,
    openItems: chosen,
    ...{ signOff, remindDays, escalateDays, repeatMonths },
  }
  return { settings, applications: await applicationsOf(store, wanted.applications) }
}

function timesOf(
  now: number,
  { start, end }: Pick<WantedCampaign, 'start' | 'end'>,
): { startsAt: number; endsAt: number } {
  const startEnd = start === undefined ? now : endOf(start)
  const endsAt = endOf(end)
  if (startEnd === undefined || endsAt === undefined)
    throw invalidValue('Give dates such as 2027-01-31, or instants such as 2027-01-31T18:00:00Z.')
  // A date stands for the whole day: a campaign starts with its first moment.
  const startsAt = start === undefined || start.includes('T') ? startEnd : startEnd - DAY
  if (endsAt <= now) throw invalidValue(`The end must be in the future; ${end} has passed.`)
  if (endsAt <= startsAt) throw invalidValue('The end must come after the start.')
  if (startsAt < now - DAY) throw invalidValue(`The start must not be in the past; ${start} has passed.`)
  if (endsAt - startsAt > LONGEST_DAYS * DAY)
    throw invalidValue(`A campaign can last at most ${LONGEST_DAYS} days.`)
  return { startsAt, endsAt }
}

async function applicationsOf(store: TenantStore, ids: readonly string[]): Promise<Application[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0 || wanted.length > MOST_APPLICATIONS)
    throw invalidValue(`A campaign must have 1 to ${MOST_APPLICATIONS} applications.`)
  const applications: Application[] = []
  for (const id of wanted) {
    const found = await store.applications.get(id)
    if (found === undefined) throw new Refusal('application_unknown', { applicationId: id })
    if (found.access === 'open')
      throw invalidValue(
        `Everybody may use ${JSON.stringify(found.name)}, so there is no access to review. Change its access first.`,
      )
    applications.push(found)
  }
  return applications
}

async function holdersOf(store: TenantStore, given: readonly string[]): Promise<Named<Holder>[]> {
  if (given.length > MOST_HOLDERS)
    throw invalidValue(`At most ${MOST_HOLDERS} people and groups can be named.`)
  const found: Named<Holder>[] = []
  for (const one of new Set(given)) found.push(await holderOf(store, one))
  return found
}

function descriptionOf(given: string | undefined): string | null {
  const text = given?.trim() ?? ''
  if ([...text].length > LONGEST_REVIEW_TEXT || !text.isWellFormed() || text.includes('\0'))
    throw invalidValue(`The description can have at most ${LONGEST_REVIEW_TEXT} characters.`)
  return text === '' ? null : text
}

function whole(name: string, value: number, most: number): void {
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw invalidValue(`${name} must be a whole number from 0 to ${most}.`)
}
