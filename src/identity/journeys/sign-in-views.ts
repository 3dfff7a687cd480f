import type { SourcePerson } from '../../core/federation/person.ts'
import { FORGOT_SENT_ID, type Message } from '../../core/flows/message.ts'
import type { StateAt } from '../../core/flows/sign-in.ts'
import { MASTER } from '../../core/theme.ts'
import type { Audience } from '../../pages/pages.ts'
import type { Account } from '../../store/store.ts'
import { flowReference } from '../designs/published.ts'
import { minimumOf } from '../directory/new-password.ts'
import { forgotPasswordUrl, offeredDirectory } from '../sources/directory.ts'
import type { Offer } from '../sources/offers.ts'
import { signInFor } from '../surfaces/account-purpose.ts'
import {
  APPS,
  designedAddress,
  flowAddress,
  homeAddress,
  interactionAddress,
  type Notice,
  pageAddress,
  REGISTRATION,
  registrationFrom,
  SOURCES,
  seenTheme,
  signOutAddress,
} from '../surfaces/addresses.ts'
import { FlowViews } from '../surfaces/flow-views.ts'
import { namedValues } from '../surfaces/mail-words.ts'
import { NO_PURPOSE, type Purpose, unforced } from '../surfaces/surfaces.ts'
import type { Answer, AnswerCookies, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import { type FlowParts, verifierOf } from './flow-parts.ts'
import { isOffered, listedSources, offerFor, rowOf } from './offered-sources.ts'
import { fieldOf, problemValues } from './problem-fields.ts'

const NOTICES: Record<Notice, string> = {
  changed: 'PASSWORD_CHANGED',
  enrolled: 'ENROLLED',
  removed: 'FACTOR_REMOVED',
  saved: 'USER_FORM_SAVED',
}

function isNotice(text: string | undefined): text is Notice {
  return text !== undefined && Object.hasOwn(NOTICES, text)
}

/** The pages of the sign-in. */
export class SignInViews extends FlowViews<FlowParts> {
  /** The first page, with a problem if there is one. */
  async credentials(
    visit: Visit,
    journey: Journey,
    state: Partial<StateAt<'credentials'>> = {},
    hint = '',
    confirms = false,
  ): Promise<Answer> {
    const { surfaces, settings } = this.parts
    const { audience, flow } = await this.frame(visit, journey)
    const offer = await offerFor(this.parts, visit, journey, confirms)
    if (!offer.directory && offer.sources.length === 0)
      return await this.failed(visit, journey, confirms ? 'FEDERATION_STALE' : 'FEDERATION_NONE')
    const ERROR_MESSAGE = await this.text(audience, state.problem)
    const MESSAGE = await this.text(audience, await this.#reason(visit, journey, confirms))
    const registration = await this.registration(visit, journey)
    const made = async (token: string) => {
      const action = flowAddress(token)
      // A user name that was typed here is not for the sources.
      const suggested = state.userName === undefined ? hint : ''
      const shown = await listedSources(this.parts, visit, audience, offer, token, suggested)
      const macros = {
        ACTION: action,
        ID_SOURCES: [...(offer.directory ? [offeredDirectory(action)] : []), ...shown],
        SHOW_DIRECTORY: offer.directory ? 'block' : 'none',
        ERROR_MESSAGE,
        MESSAGE,
        INVALID: String(fieldOf(state.problem?.label) !== undefined),
        USERNAME: state.userName ?? '',
        USERNAME_FIXED: confirms ? 'readonly' : '',
        LOGIN_HINT: state.userName ?? hint,
        REGISTRATION_URL: registrationFrom(token, registration),
        SHOW_FORGOT_PASSWORD_LINK: offer.directory ? 'block' : 'none',
        FORGOT_PASSWORD_URL: forgotPasswordUrl(action),
        SHOW_FORGOT_USERNAME_LINK: 'none',
        // A new password would be of no use.
        SHOW_REGISTRATION_LINK: settings.registration && offer.directory && !confirms ? 'block' : 'none',
      }
      return { macros, repeats: { idSources: shown.map(rowOf) } }
    }
    const id = this.#firstPage(audience, offer)
    const formOrigins = await this.origins(visit, journey)
    // The page that nearly everybody sees has nothing typed, nothing suggested and no error. It is rendered once and
    // reused.
    const plain = ERROR_MESSAGE === '' && MESSAGE === '' && (state.userName ?? hint) === ''
    const name = `plain ${registration} ${offer.key} ${isOffered(offer, visit.source) ? visit.source : ''}`
    if (plain) {
      const page = await surfaces.stenciled(audience, id, { name, token: flow, made }, formOrigins)
      const { again: _, ...once } = page
      // While the store cannot be read, the default theme may be shown instead of the one of the journey.
      const isRight = journey.themeId === null || audience.theme.why === 'forced'
      return { page: isRight ? page : once, status: 200 }
    }
    const { macros, repeats } = await made(flow)
    return { page: await surfaces.page(audience, id, macros, { formOrigins, repeats }), status: 200 }
  }

  /** The registration of the application, or that of the tenant. */
  async registration({ tenant }: Visit, { applicationId }: Journey): Promise<string> {
    const { surfaces, designs } = this.parts
    const application = applicationId === null ? undefined : await surfaces.application(tenant, applicationId)
    const own = application?.registration
    const flow = own ? await designs.newest(tenant, own) : undefined
    return flow?.document.kind === 'registration' ? flow.reference : REGISTRATION
  }

  /** The message that explains why a signed-in person, or a person from a source, sees the first page. */
  async #reason(visit: Visit, { came }: Journey, confirms: boolean): Promise<Message | undefined> {
    if (confirms) return { label: 'SIGNIN_CONFIRM' }
    const arrival = came === null ? undefined : await this.parts.arrivals.get(visit.tenant, came)
    if (arrival?.links !== true) return undefined
    return { label: 'FEDERATION_PROVE', values: { SOURCE: arrival.sourceName } }
  }

  /** Asks a person who came from a source which account they have here. */
  async link(visit: Visit, journey: Journey, { problem }: StateAt<'link'>): Promise<Answer> {
    const { audience, flow, action } = await this.frame(visit, journey)
    const came = journey.came === null ? undefined : await this.parts.arrivals.get(visit.tenant, journey.came)
    if (came === undefined) return await this.failed(visit, journey, 'FLOW_EXPIRED')
    const SOURCE = came.sourceName
    const MESSAGE = await this.text(audience, { label: 'FEDERATION_LINK', values: { SOURCE } })
    const macros = {
      IDENTITYLINKING_FORM_ACTION_URL: action,
      ATTRVALUE: came.person.email ?? '',
      ERROR_MESSAGE: await this.text(audience, problem),
      MESSAGE,
      IDAAS_LOGIN_URL: await this.#again(visit, { ...journey, came: null }, audience),
      REGISTRATION_URL: registrationFrom(flow, await this.registration(visit, journey)),
      SHOW_REGISTRATION_LINK: this.parts.settings.registration ? 'block' : 'none',
    }
    return await this.page(audience, 'link-account', macros)
  }

  /** Whether the form of a first page is posted to the page's own address. That address must then contain the flow. */
  async postsBack(visit: Visit, journey: Journey, forgotten: boolean): Promise<boolean> {
    const { surfaces } = this.parts
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const id = forgotten
      ? 'forgot-password'
      : this.#firstPage(audience, await offerFor(this.parts, visit, journey, false))
    return await surfaces.postsBack(audience, id)
  }

  /** The page on which people sign in: with a list if there are sources to choose from. */
  #firstPage(audience: Audience, { sources }: Offer) {
    return sources.length > 0 ? 'login-choice' : this.parts.surfaces.signIn(audience)
  }

  /** The sign-in page on which a signed-in person confirms who they are with the password. */
  async password(
    visit: Visit,
    journey: Journey,
    { problem }: StateAt<'password'>,
    { userName }: Account,
  ): Promise<Answer> {
    const state = { userName, ...(problem !== undefined && { problem }) }
    return await this.credentials(visit, journey, state, '', true)
  }

  async forgotten(visit: Visit, journey: Journey, hint: string, problem?: Message): Promise<Answer> {
    const { audience, flow } = await this.frame(visit, journey)
    return await this.page(audience, 'forgot-password', {
      ACTION: flowAddress(flow, 'forgot'),
      LOGIN_HINT: hint,
      ERROR_MESSAGE: problem === undefined ? '' : await this.text(audience, problem),
    })
  }

  async forgottenSent(visit: Visit, journey: Journey): Promise<Answer> {
    const { audience, action } = await this.frame(visit, journey)
    const text = await this.text(audience, { label: 'FORGOT_SENT' })
    return await this.page(audience, 'forgot-password-sent', {
      MESSAGE: `${FORGOT_SENT_ID} ${text}`,
      IDAAS_LOGIN_URL: action,
    })
  }

  async recovered(visit: Visit, journey: Journey): Promise<Answer> {
    const { audience } = await this.frame(visit, journey)
    const MESSAGE = await this.text(audience, { label: 'PASSWORD_RECOVERED' })
    return await this.page(audience, 'password-changed', {
      MESSAGE,
      CONTINUE_URL: await this.#again({ ...visit, session: undefined }, journey, audience),
    })
  }

  async newPassword(
    visit: Visit,
    journey: Journey,
    state: StateAt<'new-password' | 'change-password'>,
    account: Account,
  ): Promise<Answer> {
    const { surfaces } = this.parts
    const { audience, action } = await this.frame(visit, journey)
    const word = await surfaces.words(audience)
    const MINIMUM = String(await minimumOf(this.parts, visit.tenant, account))
    const PolicyDetails = ['PASSWORD_POLICY_LENGTH', 'PASSWORD_POLICY_COMMON', 'PASSWORD_POLICY_FREE'].map(
      label => ({ POLICYMESSAGE: word(label, { MINIMUM }) }),
    )
    const id = state.at === 'new-password' ? 'change-password-first' : 'change-password'
    const recovers = state.at === 'new-password' && state.recovery !== undefined
    const page = await surfaces.page(
      audience,
      id,
      {
        ACTION: recovers ? `${action}&proof=${await this.recoveryProof(visit, journey)}` : action,
        USERNAME: isForced(journey) ? '' : account.userName,
        OLDPASSWORD: '',
        ...problemValues(state.problem, await this.text(audience, state.problem)),
        ERROR_CURRENT_PASSWORD_EMPTY: word('PASSWORD_CURRENT_EMPTY'),
        ERROR_NEW_PASSWORD_EMPTY: word('PASSWORD_EMPTY'),
        ERROR_CONFIRM_PASSWORD_EMPTY: word('PASSWORD_CONFIRM_EMPTY'),
      },
      // Anybody can request a link for anybody else, in a theme of their choice, so scripts of the theme do not run.
      {
        repeats: { PolicyDetails },
        formOrigins: await this.origins(visit, journey),
        scriptless: recovers,
      },
    )
    return { page, status: 200 }
  }

  /** A token for the form behind a recovery link, so that the address of its page alone is not enough to post it. */
  async recoveryProof({ tenant, browser }: Visit, journey: Journey): Promise<string> {
    return await this.parts.seals.macIn(tenant.id, journey, 'recovery', browser, journey.id)
  }

  /** The last page of a sign-in for which no application waits. */
  async signedIn(visit: Visit, purpose: Purpose, account: Account, notice?: string): Promise<Answer> {
    const { audience, flow, signOut } = await this.#signOutForm(visit, unforced(purpose))
    const here = homeAddress(audience, purpose)
    return await this.page(audience, 'signed-in', {
      ...namedValues(account, this.parts.surfaces.tag(audience)),
      ...signOut,
      MESSAGE: isNotice(notice) ? await this.text(audience, { label: NOTICES[notice] }) : '',
      APPS_URL: pageAddress(APPS, purpose),
      PROFILE_URL: designedAddress('profile', { from: flow, ui_locales: purpose.locale }),
      CHANGE_PASSWORD_URL: `${here}&operation=change_password&from=${flow}`,
      ENROLLMENT_URL: `${here}&operation=enroll&from=${flow}`,
      LINKS_URL: `${pageAddress(SOURCES, purpose)}${purpose.locale === null ? '?' : '&'}from=${flow}`,
      SHOW_LINKS: (await this.parts.offers.of(visit.tenant, null)).sources.length > 0 ? 'block' : 'none',
    })
  }

  /** Asks which account to use. Scripts of the theme do not run, because its author must not learn who is signed in. */
  async accountChoice(visit: Visit, journey: Journey, account: Account): Promise<Answer> {
    const { audience, flow } = await this.frame(visit, journey)
    const application = await this.parts.surfaces.application(visit.tenant, journey.applicationId ?? '')
    const macros = {
      ...namedValues(account, this.parts.surfaces.tag(audience)),
      ACTION: interactionAddress(journey.interaction ?? '', flow),
      FORM_VERIFIER: await verifierOf(this.parts, visit, journey),
      OAUTH_CLIENT_NAME: application?.name ?? '',
    }
    return await this.page(audience, 'account-choice', macros, await this.origins(visit, journey))
  }

  /** The last page of a sign-in for a person who has no access to the application. */
  async noAccess(visit: Visit, journey: Journey, account: Account): Promise<Answer> {
    const { audience, flow } = await this.frame(visit, journey)
    const application = await this.parts.surfaces.application(visit.tenant, journey.applicationId ?? '')
    const macros = {
      ...namedValues(account, this.parts.surfaces.tag(audience)),
      ACTION: interactionAddress(journey.interaction ?? '', flow),
      FORM_VERIFIER: await verifierOf(this.parts, visit, journey),
      OAUTH_CLIENT_NAME: application?.name ?? '',
      SHOW_REQUEST: (await this.#takesRequests(visit, journey, account)) ? 'block' : 'none',
    }
    const answer = await this.page(audience, 'no-access', macros, await this.origins(visit, journey))
    return { ...answer, status: 403 }
  }

  async #takesRequests({ tenant }: Visit, { applicationId }: Journey, { id }: Account): Promise<boolean> {
    return await this.parts.accesses.takesRequests(tenant.id, applicationId ?? '', id)
  }

  /** Asks whether to sign out, because opening a URL alone must not do it. */
  async signOut(visit: Visit, purpose: Purpose): Promise<Answer> {
    const { audience, signOut } = await this.#signOutForm(visit, purpose)
    return await this.page(audience, 'logout-confirm', signOut)
  }

  /** The values for a form that signs out. */
  async #signOutForm(visit: Visit, purpose: Purpose) {
    const { themeId, applicationId, locale } = purpose
    const journey = this.parts.seals.journey({ kind: 'sign-out', themeId, applicationId, locale })
    const { audience, flow } = await this.frame(visit, journey)
    const XSRF = await verifierOf(this.parts, visit, journey)
    return { audience, flow, signOut: { ACTION: signOutAddress(flow), XSRF } }
  }

  async signedOut(visit: Visit, purpose: Purpose): Promise<Answer> {
    const audience = await this.parts.surfaces.audience(visit.tenant, purpose, visit.wish)
    return await this.page(audience, 'logout', { IDAAS_LOGIN_URL: homeAddress(audience, purpose) })
  }

  /** The page for a mailed link that cannot be used, with the address where the person gets a new one. */
  async linkLost(
    visit: Visit,
    purpose: Purpose,
    again: (audience: Audience) => string,
    label = 'LINK_INVALID',
  ): Promise<Answer> {
    const audience = await this.parts.surfaces.audience(visit.tenant, purpose, visit.wish)
    const page = await this.parts.surfaces.page(audience, 'token-error', {
      TOKEN_ERROR_MESSAGE: await this.text(audience, { label }),
      REDIRECT_URL: again(audience),
    })
    return { page, status: 403 }
  }

  /** The page for a flow that cannot continue, with a way to start again. */
  async failed(
    visit: Visit,
    purpose: Purpose,
    label: string,
    {
      status = 403,
      cookies,
      again,
      id = 'login-error',
      provided,
    }: {
      status?: number
      cookies?: AnswerCookies
      again?: string | undefined
      id?: 'login-error' | 'mfa-error'
      /** The person as the identity source described them. */
      provided?: SourcePerson
    } = {},
  ): Promise<Answer> {
    const audience = await this.parts.surfaces.audience(visit.tenant, purpose, visit.wish)
    const page = await this.parts.surfaces.page(audience, id, {
      ERROR_MESSAGE: await this.text(audience, { label }),
      IDAAS_LOGIN_URL: again ?? (await this.#again(visit, purpose, audience)),
      EXCEPTION_MSG: visit.reference,
      REQ_ADDR: visit.path,
      TIMESTAMP: new Date(this.parts.now()).toISOString(),
      ...(provided !== undefined && providedValues(provided)),
    })
    return { page, status, ...(cookies !== undefined && { cookies }) }
  }

  /** Where the person starts again after a failure: for the same application, in the same look and language. */
  async #again(visit: Visit, purpose: Purpose | Journey, audience: Audience): Promise<string> {
    const { providers, seals } = this.parts
    const { themeId, applicationId, locale } = purpose
    const interaction = 'interaction' in purpose ? purpose.interaction : null
    if (interaction !== null) {
      if (await providers.waits(visit.tenant, interaction)) {
        const journey = seals.journey({ kind: 'sign-in', themeId, applicationId, interaction, locale })
        return flowAddress(await seals.sealed(visit.tenant.id, visit.browser, journey))
      }
      const anew = await providers.anew(visit.tenant, interaction)
      if (anew !== undefined) return anew
    }
    if ('kind' in purpose && purpose.kind === 'registration' && this.parts.settings.registration)
      return designedAddress(flowReference(purpose.flow) ?? REGISTRATION, {
        themeId: seenTheme(audience),
        ui_locales: locale,
      })
    return visit.session === undefined
      ? await signInFor(this.parts.seals, visit, purpose, audience)
      : homeAddress(audience, purpose)
  }

  /** The page for a flow that cannot be opened. If it has only expired, the page keeps the look of the flow. */
  async lost(visit: Visit, flow: string, label: string): Promise<Answer> {
    const journey = await this.parts.seals.recognized(visit.tenant.id, visit.browser, flow)
    return journey === undefined
      ? await this.failed(visit, NO_PURPOSE, label)
      : await this.failed(visit, journey, 'FLOW_EXPIRED')
  }
}

function providedValues({ details }: SourcePerson) {
  return {
    PROVIDED_EMAIL: String(details.email ?? ''),
    PROVIDED_FAMILY_NAME: String(details.familyName ?? ''),
    PROVIDED_GIVEN_NAME: String(details.givenName ?? ''),
    PROVIDED_PREFERRED_USERNAME: String(details.userName ?? ''),
  }
}

/** Whether the URL forced the theme of a page for a signed-in person. Such a page must not show whose page it is. */
function isForced({ kind, themeId, applicationId }: Journey): boolean {
  return kind !== 'sign-in' && applicationId === null && themeId !== null && themeId !== MASTER
}
