import { endInWords } from '../core/access.ts'
import { openItems } from '../core/flows/campaign.ts'
import { fullName } from '../core/full-name.ts'
import { reviewAddress } from '../identity/identity.ts'
import type {
  Account,
  Campaign,
  CampaignApplication,
  NewMail,
  RequestPerson,
  Review,
  TenantStore,
} from '../store/store.ts'
import type { MailRoom } from './request-mails.ts'

/** How a campaign came to its end: on its date, by an administrator, or because every review was signed off. */
export type HowEnded = 'date' | 'early' | 'complete'

const STATUS_LABELS: Readonly<Record<HowEnded, string>> = {
  date: 'REVIEW_STATE_ENDED',
  early: 'CAMPAIGN_STATUS_ENDED_EARLY',
  complete: 'CAMPAIGN_STATUS_COMPLETE',
}

/** A mail about a review is for somebody who can sign in, and in the theme of the application that is reviewed. */
interface About {
  readonly campaign: Campaign
  readonly application: CampaignApplication
}

type Reader = Account & { readonly email: string }

/** The number of a reviewer's deputies that get a mail. */
const MOST_DEPUTIES = 10

/** Mails about campaigns, in the theme of the application and in the language of the reader. */
export class CampaignMails {
  readonly #room: MailRoom
  readonly #store: TenantStore

  constructor(room: MailRoom, store: TenantStore) {
    this.#room = room
    this.#store = store
  }

  /** A campaign has begun, or a review is still due: to the reviewer and to those who stand in. */
  async review(
    id: 'mail-campaign-reviewers' | 'mail-campaign-reminder',
    about: About,
    review: Review,
  ): Promise<NewMail[]> {
    return await this.#each(review.reviewer, async reader => {
      const { audience, word, values } = await this.#written(about, reader, review.id)
      return await this.#room.surfaces.mail(audience, id, reader.email, {
        ...values,
        'CERTIFICATION.ITEMSTOREVIEW': String(openItems(review)),
        'CERTIFICATION.OVERDUEACTION': word(
          about.campaign.openItems === 'keep' ? 'CAMPAIGN_OPEN_KEEP' : 'CAMPAIGN_OPEN_REVOKE',
        ),
      })
    })
  }

  /** A review has another reviewer: to them, and to those who stand in. */
  async passed(
    id: 'mail-campaign-reassigned' | 'mail-campaign-escalated',
    about: About,
    review: Pick<Review, 'id'>,
    former: RequestPerson | null,
    to: RequestPerson,
  ): Promise<NewMail[]> {
    const account = former === null ? undefined : await this.#store.accounts.get(former.id)
    return await this.#each(to, async reader => {
      const { audience, values } = await this.#written(about, reader, review.id)
      const called = account && fullName(this.#room.surfaces.tag(audience), account)
      return await this.#room.surfaces.mail(audience, id, reader.email, {
        ...values,
        'CERTIFICATION.OLD_REVIEWER': called || former?.userName || '–',
      })
    })
  }

  /** A campaign has begun, to one of its supervisors. */
  async supervisor(about: About, to: RequestPerson): Promise<NewMail | undefined> {
    const reader = await this.#reader(to)
    if (reader === undefined) return undefined
    const { audience, values } = await this.#written(about, reader, about.application.id)
    return await this.#room.surfaces.mail(audience, 'mail-campaign-supervisors', reader.email, values)
  }

  /** A campaign has ended. */
  async status(about: About, to: RequestPerson | null, how: HowEnded): Promise<NewMail | undefined> {
    const reader = await this.#reader(to)
    if (reader === undefined) return undefined
    const { audience, word, values } = await this.#written(about, reader, '')
    return await this.#room.surfaces.mail(audience, 'mail-campaign-status', reader.email, {
      'CERTIFICATION.NAME': values['CERTIFICATION.NAME'],
      'CERTIFICATION.ID': values['CERTIFICATION.ID'],
      'CERTIFICATION.PRODUCTNAME': values['CERTIFICATION.PRODUCTNAME'],
      'CERTIFICATION.STATUS': word(STATUS_LABELS[how]),
    })
  }

  /** Somebody has lost access. */
  async revoked(about: About, account: string, comment: string): Promise<NewMail | undefined> {
    const reader = await this.#reader({ id: account })
    if (reader === undefined) return undefined
    const { audience } = await this.#written(about, reader, '')
    const { surfaces, tenancy, tenant } = this.#room
    return await surfaces.mail(audience, 'mail-campaign-revoked', reader.email, {
      'APPLICATION.NAME': about.application.name,
      'CERTIFICATION.NAME': about.campaign.name,
      'CERTIFICATION.COMMENT': comment,
      SHOW_COMMENT: comment === '' ? 'none' : 'table-row',
      'APPS.HYPERLINK': `${tenancy.address(tenant)}/apps`,
    })
  }

  /** A mail for a reviewer, and for each of their deputies. */
  async #each(
    reviewer: RequestPerson | null,
    write: (reader: Reader) => Promise<NewMail>,
  ): Promise<NewMail[]> {
    const deputies = reviewer === null ? [] : await this.#store.deciders.standingInFor(reviewer.id)
    const mails: NewMail[] = []
    for (const person of [reviewer, ...deputies.slice(0, MOST_DEPUTIES)]) {
      const reader = await this.#reader(person)
      if (reader !== undefined) mails.push(await write(reader))
    }
    return mails
  }

  async #reader(person: Pick<RequestPerson, 'id'> | null): Promise<Reader | undefined> {
    const account = person === null ? undefined : await this.#store.accounts.get(person.id)
    if (account === undefined || account.email === null || account.status !== 'active') return undefined
    return { ...account, email: account.email }
  }

  async #written({ campaign, application }: About, { locale }: Account, page: string) {
    const { surfaces, tenancy, tenant } = this.#room
    const purpose = { themeId: null, applicationId: application.application, locale }
    const audience = await surfaces.audience(tenant, purpose, {})
    const word = await surfaces.words(audience)
    const times = surfaces.times(audience)
    const values = {
      'CERTIFICATION.NAME': campaign.name,
      'CERTIFICATION.ID': campaign.id,
      'CERTIFICATION.TYPE': word('ACCESS_TITLE', { APPLICATION: application.name }),
      'CERTIFICATION.STARTDATE': times.day(campaign.startedAt ?? campaign.startsAt),
      'CERTIFICATION.ENDDATE': endInWords(campaign.endsAt, times),
      'CERTIFICATION.PRODUCTNAME': word('PRODUCT_NAME'),
      'USC.HYPERLINK': `${tenancy.address(tenant)}${reviewAddress(page)}`,
    }
    return { audience, word, values }
  }
}
