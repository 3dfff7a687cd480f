import type { Message } from '../core/flows/message.ts'
import type { Method } from '../core/flows/proof.ts'
import { maskedEmail, type SignIn } from '../core/flows/sign-in.ts'
import type { Value } from '../core/template/template.ts'
import { MASTER } from '../core/theme.ts'
import type { Account } from '../store/store.ts'
import type { Audience } from '../themes/themes.ts'
import { signInFor } from './account-purpose.ts'
import {
  flowAddress,
  homeAddress,
  type Notice,
  originOf,
  registrationFrom,
  signOutAddress,
  userFormAddress,
} from './addresses.ts'
import { enrolmentSecret } from './app-factor.ts'
import { type FlowParts, personValues, verifierOf } from './parts.ts'
import { fieldOf, problemValues } from './problem-fields.ts'
import type { Journey } from './seals.ts'
import { NO_PURPOSE, type Purpose, unforced } from './surfaces.ts'
import { qrSvg, totpAddress } from './totp.ts'
import type { Answer, AnswerCookies, Visit } from './visit.ts'

const NOTICES: Record<Notice, string> = {
  changed: 'PASSWORD_CHANGED',
  enrolled: 'ENROLLED',
  removed: 'FACTOR_REMOVED',
  saved: 'USER_FORM_SAVED',
}

function isNotice(text: string | undefined): text is Notice {
  return text !== undefined && Object.hasOwn(NOTICES, text)
}

type ViewOf<At extends SignIn['at']> = SignIn & { at: At }

/** The pages of signing in. */
export class SignInViews {
  readonly #parts: FlowParts

  constructor(parts: FlowParts) {
    this.#parts = parts
  }

  /** The first page, and the same page with a problem. */
  async credentials(
    visit: Visit,
    journey: Journey,
    state: Partial<ViewOf<'credentials'>> = {},
    hint = '',
    confirms = false,
  ): Promise<Answer> {
    const { surfaces, settings } = this.#parts
    const { audience, flow } = await this.#frame(visit, journey)
    const ERROR_MESSAGE = await this.#text(audience, state.problem)
    const MESSAGE = await this.#text(audience, confirms ? { label: 'SIGNIN_CONFIRM' } : undefined)
    const macros = (token: string) => {
      const action = flowAddress(token)
      const forgotPasswordOptions = { forgotPasswordUrl: `${action}&operation=forgot_password` }
      return {
        ACTION: action,
        ID_SOURCES: [{ type: 'CLOUDDIRECTORY', loginUrl: action, forgotPasswordOptions }],
        ERROR_MESSAGE,
        MESSAGE,
        INVALID: String(fieldOf(state.problem?.label) !== undefined),
        USERNAME: state.userName ?? '',
        USERNAME_FIXED: confirms ? 'readonly' : '',
        LOGIN_HINT: state.userName ?? hint,
        REGISTRATION_URL: registrationFrom(token),
        SHOW_FORGOT_PASSWORD_LINK: 'block',
        SHOW_FORGOT_USERNAME_LINK: 'none',
        SHOW_REGISTRATION_LINK: settings.registration && !confirms ? 'block' : 'none',
      }
    }
    const entry = surfaces.signIn(audience)
    const formOrigins = await this.#origins(visit, journey)
    // What nearly everybody sees: nothing typed, nothing suggested, nothing wrong.
    const plain = ERROR_MESSAGE === '' && (state.userName ?? hint) === ''
    const page = plain
      ? await surfaces.stenciled(audience, entry, { name: 'plain', token: flow, macros }, formOrigins)
      : await surfaces.page(audience, entry, macros(flow), { formOrigins })
    return { page, status: 200 }
  }

  /** The same page for somebody who is signed in and confirms it with the password. */
  async password(
    visit: Visit,
    journey: Journey,
    { problem }: ViewOf<'password'>,
    { userName }: Account,
  ): Promise<Answer> {
    const state = { userName, ...(problem !== undefined && { problem }) }
    return await this.credentials(visit, journey, state, '', true)
  }

  async forgotten(visit: Visit, journey: Journey, hint: string, empty: boolean): Promise<Answer> {
    const { audience, flow } = await this.#frame(visit, journey)
    return await this.#page(audience, 'forgot-password', {
      ACTION: flowAddress(flow, 'forgot'),
      LOGIN_HINT: hint,
      ERROR_MESSAGE: empty ? await this.#text(audience, { label: 'FORGOT_PASSWORD_ERROR' }) : '',
    })
  }

  async forgottenSent(visit: Visit, journey: Journey): Promise<Answer> {
    const { audience, action } = await this.#frame(visit, journey)
    const MESSAGE = await this.#text(audience, { label: 'FORGOT_SENT' })
    return await this.#page(audience, 'forgot-password-sent', { MESSAGE, IDAAS_LOGIN_URL: action })
  }

  async recovered(visit: Visit, journey: Journey): Promise<Answer> {
    const { audience } = await this.#frame(visit, journey)
    const MESSAGE = await this.#text(audience, { label: 'PASSWORD_RECOVERED' })
    return await this.#page(audience, 'password-changed', {
      MESSAGE,
      CONTINUE_URL: await signInFor(this.#parts.seals, visit, journey, audience),
    })
  }

  async newPassword(
    visit: Visit,
    journey: Journey,
    state: ViewOf<'new-password' | 'change-password'>,
    account: Account,
  ): Promise<Answer> {
    const { surfaces, settings } = this.#parts
    const { audience, action } = await this.#frame(visit, journey)
    const word = await surfaces.words(audience)
    const MINIMUM = String(settings.passwordMinimum)
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
        ...problemValues(state.problem, await this.#text(audience, state.problem)),
        ERROR_CURRENT_PASSWORD_EMPTY: word('PASSWORD_CURRENT_EMPTY'),
        ERROR_NEW_PASSWORD_EMPTY: word('PASSWORD_EMPTY'),
        ERROR_CONFIRM_PASSWORD_EMPTY: word('PASSWORD_CONFIRM_EMPTY'),
      },
      // Anybody can ask for a link for anybody, in a theme of their choice.
      {
        repeats: { PolicyDetails },
        formOrigins: await this.#origins(visit, journey),
        scriptless: recovers,
      },
    )
    return { page, status: 200 }
  }

  /** What the form behind a recovery link is posted with: the address of its page alone must not be enough. */
  async recoveryProof({ tenant, browser }: Visit, { id }: Journey): Promise<string> {
    return await this.#parts.seals.mac(tenant.id, 'recovery', browser, id)
  }

  async choice(
    visit: Visit,
    journey: Journey,
    state: ViewOf<'choice'>,
    account: Account,
    methods: readonly Method[],
  ): Promise<Answer> {
    const { surfaces } = this.#parts
    const { audience, action } = await this.#frame(visit, journey, provingLook(journey))
    const word = await surfaces.words(audience)
    const labels: Record<Method, string> = {
      totp: word('METHOD_TOTP'),
      email: word('METHOD_EMAIL', { ADDRESS: maskedEmail(account.email ?? '') }),
    }
    const otpMethods = methods.map((method, index) => ({
      OTP_METHOD_ID: method,
      OTP_METHOD_LABEL: labels[method],
      OTP_METHOD_CHECKED: index === 0 ? 'checked' : '',
    }))
    const page = await surfaces.page(
      audience,
      'mfa-choice',
      {
        ...personValues(account),
        ACTION: action,
        ERROR_MESSAGE: await this.#text(audience, state.problem),
        SHOW_OTHER_ACCOUNT: journey.kind === 'sign-in' ? 'block' : 'none',
      },
      { repeats: { otpMethods } },
    )
    return { page, status: 200 }
  }

  async code(
    visit: Visit,
    journey: Journey,
    state: ViewOf<'code'>,
    account: Account,
    methods: readonly Method[],
  ): Promise<Answer> {
    const { audience, action } = await this.#frame(visit, journey, provingLook(journey))
    const { challenge, hint } = state
    return await this.#page(
      audience,
      'mfa-code',
      {
        ...personValues(account),
        ACTION: action,
        ERROR_MESSAGE: await this.#text(audience, state.problem),
        MESSAGE: await this.#text(audience, state.notice),
        OTP_DELIVERY_ATTR: maskedEmail(account.email ?? ''),
        OTP_HINT: hint,
        OTP_LIFETIME: String(Math.max(1, Math.ceil((challenge.expiresAt - this.#parts.now()) / 60_000))),
        OTP_EXPIRY_TIME: challenge.expiresAt,
        SHOW_USE_ANOTHER_METHOD: methods.length > 1 ? 'block' : 'none',
        SHOW_OTHER_ACCOUNT: journey.kind === 'sign-in' ? 'block' : 'none',
      },
      await this.#origins(visit, journey),
    )
  }

  async totp(
    visit: Visit,
    journey: Journey,
    state: ViewOf<'totp'>,
    account: Account,
    methods: readonly Method[],
  ): Promise<Answer> {
    const { audience, action } = await this.#frame(visit, journey, provingLook(journey))
    return await this.#page(
      audience,
      'mfa-totp',
      {
        ...personValues(account),
        ACTION: action,
        ERROR_MESSAGE: await this.#text(audience, state.problem),
        OTP_LOGIN_DISABLED: '',
        SHOW_USE_ANOTHER_METHOD: methods.length > 1 ? 'block' : 'none',
        SHOW_OTHER_ACCOUNT: journey.kind === 'sign-in' ? 'block' : 'none',
      },
      await this.#origins(visit, journey),
    )
  }

  async enrolment(
    visit: Visit,
    journey: Journey,
    state: ViewOf<'enrolment'>,
    account: Account,
    enrolled: boolean,
  ): Promise<Answer> {
    const { surfaces, seals } = this.#parts
    const { audience, action } = await this.#frame(visit, journey)
    const issuer = (await surfaces.words(audience))('PRODUCT_NAME')
    const secret = await enrolmentSecret(seals, visit.tenant.id, journey)
    return await this.#page(audience, 'mfa-enrollment', {
      ...personValues(account),
      ACTION: action,
      FORM_VERIFIER: await verifierOf(this.#parts, visit, journey),
      ERROR_MESSAGE: await this.#text(audience, state.problem),
      QR_CODE: qrSvg(totpAddress({ secret, issuer, account: account.userName })),
      TOTP_SECRET: secret.replace(/....(?=.)/g, '$& '),
      SHOW_CANCEL: state.due ? 'none' : 'block',
      SHOW_REMOVE: enrolled ? 'block' : 'none',
    })
  }

  async recoveryCodes(
    visit: Visit,
    journey: Journey,
    account: Account,
    codes: readonly string[],
  ): Promise<Answer> {
    const { surfaces } = this.#parts
    const { audience, action } = await this.#frame(visit, journey)
    const page = await surfaces.page(
      audience,
      'mfa-recovery-codes',
      {
        ...personValues(account),
        ACTION: action,
        FORM_VERIFIER: await verifierOf(this.#parts, visit, journey),
      },
      {
        repeats: { recoveryCodes: codes.map(RECOVERY_CODE => ({ RECOVERY_CODE })) },
        formOrigins: await this.#origins(visit, journey),
      },
    )
    return { page, status: 200 }
  }

  /** Where signing in ends when no application waits. */
  async signedIn(visit: Visit, purpose: Purpose, account: Account, notice?: string): Promise<Answer> {
    const { audience, flow, signOut } = await this.#signOutForm(visit, unforced(purpose))
    const here = homeAddress(audience, purpose)
    return await this.#page(audience, 'signed-in', {
      ...personValues(account),
      ...signOut,
      MESSAGE: isNotice(notice) ? await this.#text(audience, { label: NOTICES[notice] }) : '',
      PROFILE_URL: userFormAddress('profile', { from: flow, ui_locales: purpose.locale }),
      CHANGE_PASSWORD_URL: `${here}&operation=change_password&from=${flow}`,
      ENROLLMENT_URL: `${here}&operation=enroll&from=${flow}`,
    })
  }

  /** Whether to sign out: an address alone must not do it. */
  async signOut(visit: Visit, purpose: Purpose): Promise<Answer> {
    const { audience, signOut } = await this.#signOutForm(visit, purpose)
    return await this.#page(audience, 'logout-confirm', signOut)
  }

  /** What a form has that signs out. */
  async #signOutForm(visit: Visit, purpose: Purpose) {
    const { themeId, applicationId, locale } = purpose
    const journey = this.#parts.seals.journey({ kind: 'sign-out', themeId, applicationId, locale })
    const { audience, flow } = await this.#frame(visit, journey)
    const XSRF = await verifierOf(this.#parts, visit, journey)
    return { audience, flow, signOut: { ACTION: signOutAddress(flow), XSRF } }
  }

  async signedOut(visit: Visit, purpose: Purpose): Promise<Answer> {
    const audience = await this.#parts.surfaces.audience(visit.tenant, purpose, visit.wish)
    return await this.#page(audience, 'logout', { IDAAS_LOGIN_URL: homeAddress(audience, purpose) })
  }

  /** A link of a mail that cannot be used, and where there is a new one. */
  async linkLost(visit: Visit, purpose: Purpose, again: (audience: Audience) => string): Promise<Answer> {
    const audience = await this.#parts.surfaces.audience(visit.tenant, purpose, visit.wish)
    const page = await this.#parts.surfaces.page(audience, 'token-error', {
      TOKEN_ERROR_MESSAGE: await this.#text(audience, { label: 'LINK_INVALID' }),
      REDIRECT_URL: again(audience),
    })
    return { page, status: 403 }
  }

  /** A flow that cannot go on, and how to begin again. */
  async failed(
    visit: Visit,
    purpose: Purpose,
    label: string,
    {
      status = 403,
      cookies,
      again,
      id = 'login-error',
    }: {
      status?: number
      cookies?: AnswerCookies
      again?: string | undefined
      id?: 'login-error' | 'mfa-error'
    } = {},
  ): Promise<Answer> {
    const audience = await this.#parts.surfaces.audience(visit.tenant, purpose, visit.wish)
    const page = await this.#parts.surfaces.page(audience, id, {
      ERROR_MESSAGE: await this.#text(audience, { label }),
      IDAAS_LOGIN_URL: again ?? homeAddress(audience, purpose),
      EXCEPTION_MSG: visit.reference,
      TIMESTAMP: new Date(this.#parts.now()).toISOString(),
    })
    return { page, status, ...(cookies !== undefined && { cookies }) }
  }

  /** A flow that cannot be opened. One that is only too old is shown in the look of what it was for. */
  async lost(visit: Visit, flow: string, label: string): Promise<Answer> {
    const journey = await this.#parts.seals.recognized(visit.tenant.id, visit.browser, flow)
    return journey === undefined
      ? await this.failed(visit, NO_PURPOSE, label)
      : await this.failed(visit, journey, 'FLOW_EXPIRED')
  }

  async #frame(
    visit: Visit,
    journey: Journey,
    look: Purpose = journey,
  ): Promise<{ audience: Audience; flow: string; action: string }> {
    const flow = await this.#parts.seals.sealed(visit.tenant.id, visit.browser, journey)
    const audience = await this.#parts.surfaces.audience(visit.tenant, look, visit.wish)
    return { audience, flow, action: flowAddress(flow) }
  }

  async #page(
    audience: Audience,
    id: string,
    macros: Readonly<Record<string, Value>>,
    formOrigins: readonly string[] = [],
  ): Promise<Answer> {
    return { page: await this.#parts.surfaces.page(audience, id, macros, { formOrigins }), status: 200 }
  }

  async #text(audience: Audience, message: Message | undefined): Promise<string> {
    if (message === undefined) return ''
    return (await this.#parts.surfaces.words(audience))(message.label, message.values)
  }

  /** Browsers hold the policy of a form against every redirect that follows it. */
  async #origins({ tenant }: Visit, { applicationId, interaction }: Journey): Promise<string[]> {
    if (interaction === null || applicationId === null) return []
    const application = await this.#parts.surfaces.application(tenant.id, applicationId)
    return [...new Set((application?.redirects ?? []).map(originOf))]
  }
}

/** Whether an address has put a theme on a page of somebody who is signed in: it must not show whose page it is. */
function isForced({ kind, themeId, applicationId }: Journey): boolean {
  return kind !== 'sign-in' && applicationId === null && themeId !== null && themeId !== MASTER
}

/** The look of a page on which somebody who is signed in proves who they are. It names them, so no address forces it. */
function provingLook(journey: Journey): Purpose {
  return journey.kind === 'sign-in' ? journey : unforced(journey)
}
