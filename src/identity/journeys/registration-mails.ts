import type { RegistrationDetails } from '../../core/forms/registration.ts'
import { addressedAs } from '../../core/full-name.ts'
import { plainName } from '../../core/plain-name.ts'
import type { Audience } from '../../pages/pages.ts'
import type { Account, NewMail } from '../../store/store.ts'
import { homeAddress, registrationAddress, seenTheme } from '../surfaces/addresses.ts'
import { friendlyName } from '../surfaces/mail-words.ts'
import type { Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import type { FlowParts } from './flow-parts.ts'

/** A code and a link that verify an address, and how long both are good. */
interface Proofs {
  readonly code: string
  readonly link: string
  readonly lifetime: number
  readonly expiresAt: number
}

/** What a registration mails. */
export class RegistrationMails {
  readonly #parts: FlowParts

  constructor(parts: FlowParts) {
    this.#parts = parts
  }

  /** A code and a link; to an address that has an account, a notice to its owner instead. */
  async verification(
    visit: Visit,
    journey: Journey,
    details: RegistrationDetails,
    owner: Account | undefined,
    proofs: Proofs,
  ): Promise<NewMail> {
    // Both are written, whichever is sent: the time must not tell whether the address has an account.
    const [notice, proof] = [
      await this.#notice(visit, journey, details, owner),
      await this.#proof(visit, journey, details, proofs),
    ]
    return owner === undefined ? proof : notice
  }

  async #notice(
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
    { code, link, lifetime, expiresAt }: Proofs,
  ): Promise<NewMail> {
    const { surfaces, tenancy } = this.#parts
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const { locale } = surfaces.mailed(audience, journey)
    const target = registrationAddress({ themeId: seenTheme(audience), ui_locales: locale, verify: link })
    return await surfaces.mail(
      audience,
      'mail-verify-email',
      details.email,
      {
        OTP: code,
        OTP_LIFETIME: String(lifetime / 60_000),
        VERIFY_LINK: `${tenancy.address(visit.tenant)}${target}`,
        // Nobody has proved yet that the address is theirs: the name must not carry a message to somebody else.
        USER_FRIENDLY_NAME: addressedAs(surfaces.tag(audience), plainNames(details)),
      },
      expiresAt,
    )
  }

  /** The account exists now. */
  async registered(
    audience: Audience,
    visit: Visit,
    journey: Journey,
    details: RegistrationDetails,
  ): Promise<NewMail> {
    const { surfaces, tenancy } = this.#parts
    return await surfaces.mail(audience, 'mail-account-registered', details.email, {
      USERNAME: details.email,
      USER_FRIENDLY_NAME: addressedAs(surfaces.tag(audience), details),
      LOGIN_PAGE_LINK: `${tenancy.address(visit.tenant)}${homeAddress(audience, surfaces.mailed(audience, journey))}`,
    })
  }
}

/** Names of which both can be nothing else, or none at all: half a name would address nobody. */
function plainNames({ givenName, familyName }: RegistrationDetails) {
  const [given, family] = [plainName(givenName), plainName(familyName)]
  return { givenName: given, familyName: given === '' ? '' : family }
}
