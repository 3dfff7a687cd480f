import type { Message } from '../../core/flows/message.ts'
import { MASTER } from '../../core/theme.ts'
import type { Account, Tenant } from '../../store/store.ts'
import { minimumOf } from '../directory/new-password.ts'
import { qrSvg, totpAddress } from '../factors/totp.ts'
import type { FlowParts } from '../journeys/flow-parts.ts'
import type { Purpose } from '../surfaces/surfaces.ts'

/** Pages and mails of the console have no theme, so that a broken or hostile theme cannot lock anybody out. */
export const CONSOLE: Purpose = { themeId: MASTER, applicationId: null, locale: null }

/** The console is in English. */
const ENGLISH: Purpose = { ...CONSOLE, locale: 'en' }

/** A page of the console's sign-in; `problem` says what is wrong with the input. */
export type ConsoleView =
  | { readonly name: 'sign-in'; readonly userName: string; readonly problem?: string }
  | { readonly name: 'code'; readonly userName: string; readonly problem?: string }
  | {
      readonly name: 'new-password'
      readonly userName: string
      readonly rules: readonly string[]
      /** Whether the person came from a link in a mail. */
      readonly recovery: boolean
      /** The field that the problem is about. */
      readonly field?: 'newpassword' | 'confirmpassword'
      readonly problem?: string
    }
  | {
      readonly name: 'enrolment'
      readonly secret: string
      readonly qrCode: string
      readonly problem?: string
    }
  | { readonly name: 'recovery-codes'; readonly codes: readonly string[] }
  | { readonly name: 'forgotten'; readonly userName: string; readonly problem?: string }
  | { readonly name: 'held'; readonly userName: string; readonly until: string }
  | { readonly name: 'forgotten-sent' | 'forbidden' | 'lost' | 'link-invalid' }

/** The answer to a request: a page, the address of a step with its cookie, or a session. */
export type ConsoleAnswer =
  | { readonly view: ConsoleView; readonly status: number }
  | { readonly step: string; readonly browser: string }
  | { readonly session: string; readonly device: string }

const WRONG = 422

/** The pages of the console's sign-in. */
export class ConsoleViews {
  readonly #parts: FlowParts

  constructor(parts: FlowParts) {
    this.#parts = parts
  }

  async credentials(
    tenant: Tenant,
    { userName = '', problem, status = 200 }: { userName?: string; problem?: Message; status?: number } = {},
  ): Promise<ConsoleAnswer> {
    return { view: { name: 'sign-in', userName, ...(await this.#problem(tenant, problem)) }, status }
  }

  async code(tenant: Tenant, { userName }: Account, problem?: Message): Promise<ConsoleAnswer> {
    const view = { name: 'code', userName, ...(await this.#problem(tenant, problem)) } as const
    return { view, status: statusOf(problem) }
  }

  async newPassword(
    tenant: Tenant,
    account: Account,
    problem?: Message,
    recovery = false,
  ): Promise<ConsoleAnswer> {
    const { userName } = account
    const word = await this.#words(tenant)
    const MINIMUM = String(await minimumOf(this.#parts, tenant, account))
    const rules = ['PASSWORD_POLICY_LENGTH', 'PASSWORD_POLICY_COMMON', 'PASSWORD_POLICY_FREE'].map(label =>
      word(label, { MINIMUM }),
    )
    const field = problem?.label === 'PASSWORD_MISMATCH' ? 'confirmpassword' : 'newpassword'
    const wrong = problem === undefined ? {} : { field, ...(await this.#problem(tenant, problem)) }
    const view = { name: 'new-password', userName, rules, recovery, ...wrong } as const
    return { view, status: statusOf(problem) }
  }

  async enrolment(
    tenant: Tenant,
    { userName }: Account,
    secret: string,
    problem?: Message,
  ): Promise<ConsoleAnswer> {
    const issuer = (await this.#words(tenant))('PRODUCT_NAME')
    const qrCode = qrSvg(totpAddress({ secret, issuer, account: userName }))
    const wrong = await this.#problem(tenant, problem)
    return { view: { name: 'enrolment', secret, qrCode, ...wrong }, status: statusOf(problem) }
  }

  recoveryCodes(codes: readonly string[]): ConsoleAnswer {
    return { view: { name: 'recovery-codes', codes }, status: 200 }
  }

  async forgotten(tenant: Tenant, userName: string, problem?: Message): Promise<ConsoleAnswer> {
    const view = { name: 'forgotten', userName, ...(await this.#problem(tenant, problem)) } as const
    return { view, status: statusOf(problem) }
  }

  forgottenSent(): ConsoleAnswer {
    return { view: { name: 'forgotten-sent' }, status: 200 }
  }

  /** The page for a person who recovered the password by mail and cannot set up an app yet. */
  async held(tenant: Tenant, { userName }: Account, until: number | undefined): Promise<ConsoleAnswer> {
    if (until === undefined) return this.lost()
    const { surfaces } = this.#parts
    const audience = await surfaces.audience(tenant, ENGLISH, {})
    return { view: { name: 'held', userName, until: surfaces.times(audience).moment(until) }, status: 403 }
  }

  /** The page for a mailed link that cannot be used. */
  linkInvalid(): ConsoleAnswer {
    return { view: { name: 'link-invalid' }, status: 403 }
  }

  /** The page for a person who has proved who they are, but has no role in the console. */
  forbidden(): ConsoleAnswer {
    return { view: { name: 'forbidden' }, status: 403 }
  }

  /** The page for a step that is not possible, or no longer possible. */
  lost(): ConsoleAnswer {
    return { view: { name: 'lost' }, status: 403 }
  }

  async #problem(tenant: Tenant, message: Message | undefined): Promise<{ problem?: string }> {
    if (message === undefined) return {}
    return { problem: (await this.#words(tenant))(message.label, message.values) }
  }

  async #words(tenant: Tenant) {
    const { surfaces } = this.#parts
    return await surfaces.words(await surfaces.audience(tenant, ENGLISH, {}))
  }
}

function statusOf(problem: Message | undefined): number {
  if (problem === undefined) return 200
  return problem.label.startsWith('SIGNIN_WAIT') ? 429 : WRONG
}
