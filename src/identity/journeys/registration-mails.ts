import { addressedAs } from '../../core/full-name.ts'
import { plainName } from '../../core/plain-name.ts'
import { attributeMacros } from '../../core/user-flows/attribute-macros.ts'
import type { RegistrationDetails } from '../../core/user-flows/person.ts'
import type { Audience } from '../../pages/pages.ts'
import type { Account, NewMail } from '../../store/store.ts'
import type { PublishedFlow } from '../designs/published.ts'
import { requestMails } from '../directory/approval.ts'
import { designedAddress, homeAddress, seenTheme } from '../surfaces/addresses.ts'
import { friendlyName } from '../surfaces/mail-words.ts'
import type { Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import type { FlowParts } from './flow-parts.ts'
import type { Chosen } from './registration-views.ts'

/** A code and a link that verify an address, and how long both are valid. */
interface Proofs {
  /** The flow that asks for the code. */
  readonly reference: string
  readonly code: string
  readonly link: string
  readonly lifetime: number
  readonly expiresAt: number
}

/** The mails of a registration. */
export class RegistrationMails {
  readonly #parts: FlowParts

  constructor(parts: FlowParts) {
    this.#parts = parts
  }

  /** A code and a link. If the address has an account, its owner gets a notice instead. */
  async verification(
    visit: Visit,
    journey: Journey,
    details: RegistrationDetails,
    owner: Account | undefined,
    proofs: Proofs,
  ): Promise<NewMail> {
    // Both mails are rendered, so that the time does not reveal whether the address has an account.
    const [notice, proof] = [
      await this.notice(visit, journey, details, owner),
      await this.#proof(visit, journey, details, proofs),
    ]
    return owner === undefined ? proof : notice
  }

  /** Tells the owner of an address that somebody wanted to register it again. */
  async notice(
    visit: Visit,
    journey: Journey,
    details: RegistrationDetails,
    owner: Account | undefined,
  ): Promise<NewMail> {
    const { surfaces, tenancy } = this.#parts
    const purpose = { ...journey, locale: owner?.locale ?? journey.locale }
    const audience = await surfaces.audience(visit.tenant, purpose, visit.wish)
    const home = homeAddress(audience, surfaces.mailed(audience, purpose))
    return await surfaces.mail(audience, 'mail-already-registered', owner?.email ?? details.email, {
      USER_FRIENDLY_NAME: owner === undefined ? '' : friendlyName(owner, surfaces.tag(audience)),
      LOGIN_PAGE_LINK: `${tenancy.address(visit.tenant)}${home}`,
    })
  }

  async #proof(
    visit: Visit,
    journey: Journey,
    details: RegistrationDetails,
    { reference, code, link, lifetime, expiresAt }: Proofs,
  ): Promise<NewMail> {
    const { surfaces, tenancy } = this.#parts
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const { locale } = surfaces.mailed(audience, journey)
    const values = { themeId: seenTheme(audience), ui_locales: locale, verify: link }
    const target = designedAddress(reference, values)
    return await surfaces.mail(
      audience,
      'mail-verify-email',
      details.email,
      {
        OTP: code,
        OTP_LIFETIME: String(lifetime / 60_000),
        VERIFY_LINK: `${tenancy.address(visit.tenant)}${target}`,
        // Nobody has proved yet that they own the address, so the name must not carry a message to somebody else.
        USER_FRIENDLY_NAME: addressedAs(surfaces.tag(audience), plainNames(details)),
      },
      expiresAt,
    )
  }

  /** Tells the person that the account exists. If it waits for approval, administrators get a mail too. */
  async registered(
    audience: Audience,
    visit: Visit,
    journey: Journey,
    { document }: PublishedFlow,
    { details, own }: Pick<Chosen, 'details' | 'own'>,
  ): Promise<NewMail[]> {
    const { store, surfaces, tenancy } = this.#parts
    const { tenant } = visit
    const { email } = details
    const names = document.verification === 'none' ? plainNames(details) : details
    const person = {
      // Nobody has proved yet that they own the address, so answers must not carry a message to somebody else.
      ...(document.verification !== 'none' && attributeMacros(own)),
      USERNAME: email,
      USER_FRIENDLY_NAME: addressedAs(surfaces.tag(audience), names),
    }
    if (document.end.outcome === 'approval')
      return [
        await surfaces.mail(audience, 'mail-registration-waiting', email, person),
        ...(await requestMails({ store, tenant, tenancy, surfaces }, email)),
      ]
    const home = homeAddress(audience, surfaces.mailed(audience, journey))
    const link = `${tenancy.address(tenant)}${home}`
    return [
      await surfaces.mail(audience, 'mail-account-registered', email, { ...person, LOGIN_PAGE_LINK: link }),
    ]
  }
}

/** The names, if they cannot be anything but names. Without a given name, the family name is left out too. */
function plainNames({ givenName, familyName }: RegistrationDetails) {
  const [given, family] = [plainName(givenName ?? ''), plainName(familyName ?? '')]
  return { givenName: given, familyName: given === '' ? '' : family }
}
