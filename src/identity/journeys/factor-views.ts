import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Method } from '../../core/flows/proof.ts'
import { maskedEmail } from '../../core/flows/sign-in.ts'
import type { Account } from '../../store/store.ts'
import { enrolmentSecret } from '../factors/app-factor.ts'
import { qrSvg, totpAddress } from '../factors/totp.ts'
import { personValues } from '../surfaces/mail-words.ts'
import { type Purpose, unforced } from '../surfaces/surfaces.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import { verifierOf } from './flow-parts.ts'
import { FlowViews, type ViewOf } from './flow-views.ts'

const COPY_SCRIPT = readFileSync(join(import.meta.dirname, 'copy-codes.js'), 'utf8')

/** The pages on which people prove, set up and keep a second factor. */
export class FactorViews extends FlowViews {
  async choice(
    visit: Visit,
    journey: Journey,
    state: ViewOf<'choice'>,
    account: Account,
    methods: readonly Method[],
  ): Promise<Answer> {
    const { surfaces } = this.parts
    const { audience, action } = await this.frame(visit, journey, provingLook(journey))
    const word = await surfaces.words(audience)
    const labels: Record<Method, string> = {
      totp: word('METHOD_TOTP'),
      recovery: word('METHOD_RECOVERY'),
      email: word('METHOD_EMAIL', { ADDRESS: maskedEmail(account.email ?? '') }),
    }
    const otpMethods = methods.map((method, index) => ({
      OTP_METHOD_ID: method,
      OTP_METHOD_LABEL: labels[method],
      OTP_METHOD_CHECKED: index === 0 ? 'checked' : '',
      OTP_METHOD_TYPE: method,
    }))
    const page = await surfaces.page(
      audience,
      'mfa-choice',
      {
        ...personValues(account, this.parts.surfaces.tag(audience)),
        ACTION: action,
        ERROR_MESSAGE: await this.text(audience, state.problem),
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
    const { audience, action } = await this.frame(visit, journey, provingLook(journey))
    const { challenge, hint } = state
    return await this.page(
      audience,
      'mfa-code',
      {
        ...personValues(account, this.parts.surfaces.tag(audience)),
        ACTION: action,
        ERROR_MESSAGE: await this.text(audience, state.problem),
        MESSAGE: await this.text(audience, state.notice),
        OTP_DELIVERY_ATTR: maskedEmail(account.email ?? ''),
        OTP_HINT: hint,
        OTP_LIFETIME: String(Math.max(1, Math.ceil((challenge.expiresAt - this.parts.now()) / 60_000))),
        OTP_EXPIRY_TIME: new Date(challenge.expiresAt).toISOString(),
        ...otherMethods(methods),
        SHOW_OTHER_ACCOUNT: journey.kind === 'sign-in' ? 'block' : 'none',
      },
      await this.origins(visit, journey),
    )
  }

  /** The code of an app, or a recovery code, by the state that it is asked for in. */
  async appCode(
    visit: Visit,
    journey: Journey,
    state: ViewOf<'totp' | 'recovery-code'>,
    account: Account,
    methods: readonly Method[],
  ): Promise<Answer> {
    const { audience, action } = await this.frame(visit, journey, provingLook(journey))
    return await this.page(
      audience,
      state.at === 'totp' ? 'mfa-totp' : 'mfa-recovery-code',
      {
        ...personValues(account, this.parts.surfaces.tag(audience)),
        ACTION: action,
        ERROR_MESSAGE: await this.text(audience, state.problem),
        ...(state.at === 'totp' && { OTP_LOGIN_DISABLED: '' }),
        ...otherMethods(methods),
        SHOW_OTHER_ACCOUNT: journey.kind === 'sign-in' ? 'block' : 'none',
      },
      await this.origins(visit, journey),
    )
  }

  /** Tells somebody who has recovered a password by mail why a code by mail is not enough, and what to do. */
  async held(visit: Visit, journey: Journey, until: number, again: string): Promise<Answer> {
    const { surfaces } = this.parts
    const audience = await surfaces.audience(visit.tenant, provingLook(journey), visit.wish)
    const values = { UNTIL: surfaces.times(audience).moment(until) }
    const page = await surfaces.page(audience, 'mfa-error', {
      ERROR_MESSAGE: await this.text(audience, { label: 'MAIL_HELD', values }),
      IDAAS_LOGIN_URL: again,
      EXCEPTION_MSG: visit.reference,
      REQ_ADDR: visit.path,
      TIMESTAMP: new Date(this.parts.now()).toISOString(),
    })
    return { page, status: 403 }
  }

  async enrolment(
    visit: Visit,
    journey: Journey,
    state: ViewOf<'enrolment'>,
    account: Account,
    enrolled: boolean,
  ): Promise<Answer> {
    const { surfaces, seals } = this.parts
    const { audience, action } = await this.frame(visit, journey)
    const issuer = (await surfaces.words(audience))('PRODUCT_NAME')
    const secret = await enrolmentSecret(seals, visit.tenant.id, journey)
    return await this.page(audience, 'mfa-enrollment', {
      ...personValues(account, this.parts.surfaces.tag(audience)),
      ACTION: action,
      FORM_VERIFIER: await verifierOf(this.parts, visit, journey),
      ERROR_MESSAGE: await this.text(audience, state.problem),
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
    const { surfaces } = this.parts
    const { audience, action } = await this.frame(visit, journey)
    const page = await surfaces.page(
      audience,
      'mfa-recovery-codes',
      {
        ...personValues(account, this.parts.surfaces.tag(audience)),
        ACTION: action,
        SHOWN_AT: surfaces.times(audience).moment(this.parts.now()),
        FORM_VERIFIER: await verifierOf(this.parts, visit, journey),
      },
      {
        repeats: { recoveryCodes: codes.map(RECOVERY_CODE => ({ RECOVERY_CODE })) },
        script: COPY_SCRIPT,
        formOrigins: await this.origins(visit, journey),
      },
    )
    return { page, status: 200 }
  }
}

function otherMethods({ length }: readonly Method[]) {
  return {
    SHOW_USE_ANOTHER_METHOD: length > 1 ? 'block' : 'none',
    HAS_OTHER_METHODS: String(length > 1),
  }
}

/** The look of a page on which somebody who is signed in proves who they are. It names them, so no address forces it. */
function provingLook(journey: Journey): Purpose {
  return journey.kind === 'sign-in' ? journey : unforced(journey)
}
