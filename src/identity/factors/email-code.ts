import { checkedCode, newChallenge, tooSoon, typedCode } from '../../core/flows/challenge.ts'
import { type Message, waiting } from '../../core/flows/message.ts'
import type { Proofs } from '../../core/flows/proof.ts'
import { maskedEmail, type SignIn, type StateAt } from '../../core/flows/sign-in.ts'
import { isUnchangedAccount } from '../sessions/flows.ts'
import { friendlyName, mailPurpose } from '../surfaces/mail-words.ts'
import type { Answer } from '../surfaces/visit.ts'
import type { Asked, Asking, Brought, Factor } from './factor.ts'
import { askingFrame } from './factor-page.ts'
import { newCode, newHint } from './totp.ts'

const CODE_MS = 5 * 60_000

/** A code that is sent to the e-mail address of the account. */
export const emailCode = {
  id: 'email',
  isSetUp: async (_, { email }) => email !== null,
  label: ({ email }) => ({ label: 'METHOD_EMAIL', values: { ADDRESS: maskedEmail(email ?? '') } }),
  pages: { code: { view: codePage, submit } },
  begin: sendCode,
} satisfies Factor<'email'>

async function codePage(asked: Asked<StateAt<'code'>>): Promise<Answer> {
  const { parts, views, account, state } = asked
  const { expiresAt } = state.challenge
  const { audience, values, origins } = await askingFrame(asked)
  const told = {
    MESSAGE: await views.text(audience, state.notice),
    OTP_DELIVERY_ATTR: maskedEmail(account.email ?? ''),
    OTP_HINT: state.hint,
    OTP_LIFETIME: String(Math.max(1, Math.ceil((expiresAt - parts.now()) / 60_000))),
    OTP_EXPIRY_TIME: new Date(expiresAt).toISOString(),
  }
  return await views.page(audience, 'mfa-code', { ...values, ...told }, origins)
}

async function submit(asked: Asked<StateAt<'code'>>, { operation, code }: Brought): Promise<Answer> {
  const { way, visit, journey, account, methods, state } = asked
  // Mail may have stopped being an accepted method after the code was sent.
  if (journey.kind === 'sign-in' && !methods.includes('email'))
    return await way.proceed(visit, journey, account, state.proofs)
  return operation === 'verify' ? await check(asked, code) : await sendAgain(asked)
}

/** Mails a code, and redirects to the page that asks for it. */
async function sendCode(asking: Asking, proofs: Proofs, notice?: Message): Promise<Answer> {
  const { parts, way, visit, journey, account } = asking
  const { surfaces, store, flows, throttle, seals, now } = parts
  const { tenant } = visit
  const wait = await throttle.wait(tenant, await throttle.codeMail(account, visit))
  if (wait !== undefined) {
    const { id, userName } = account
    const problem = waiting(wait)
    const state: SignIn =
      journey.kind === 'sign-in'
        ? { at: 'credentials', userName, problem }
        : { at: 'choice', account: id, proofs, problem }
    return await way.step(visit, journey, state)
  }
  const code = newCode()
  const hint = newHint()
  const audience = await surfaces.audience(tenant, mailPurpose(journey, account), visit.wish)
  const values = {
    OTP: code,
    OTP_LIFETIME: String(CODE_MS / 60_000),
    CORRELATION: hint,
    USER_FRIENDLY_NAME: friendlyName(account, surfaces.tag(audience)),
  }
  const codeHash = await seals.macIn(tenant.id, journey, 'code', journey.id, code)
  const challenge = newChallenge(codeHash, now(), CODE_MS)
  const { expiresAt } = challenge
  const mail = await surfaces.mail(audience, 'mail-one-time-code', account.email ?? '', values, expiresAt)
  const state: SignIn = {
    at: 'code',
    account: account.id,
    proofs,
    challenge,
    hint,
    ...(notice !== undefined && { notice }),
  }
  const kept = await store.tenant(tenant.id).write(async tx => {
    if (!(await flows.keepFor(tx, account, journey, state))) return false
    await tx.outbox.queue(mail)
    return true
  }, 'quiet')
  if (!kept) return await way.views.failed(visit, journey, 'FLOW_EXPIRED')
  parts.mailQueued()
  return { redirect: await way.address(visit, journey) }
}

async function sendAgain(asked: Asked<StateAt<'code'>>): Promise<Answer> {
  const { parts, way, visit, journey, account, state } = asked
  const { store, flows, now } = parts
  const problem = tooSoon(state.challenge, now())
  if (problem === undefined) return await sendCode(asked, state.proofs, { label: 'CODE_SENT' })
  await store.tenant(visit.tenant.id).write(async tx => {
    if (!(await isUnchangedAccount(tx, account))) return
    // Reads the state again, so that attempts made in the meantime stay counted.
    const { notice: _, ...rest } = (await flows.take(tx, journey, 'code')) ?? {}
    if ('at' in rest) await flows.keep(tx, journey, { ...rest, problem })
  }, 'quiet')
  return { redirect: await way.address(visit, journey), idle: true }
}

async function check(asked: Asked<StateAt<'code'>>, typed: string): Promise<Answer> {
  const { parts, way, visit, journey, account, entry } = asked
  const { store, flows, throttle, seals, now } = parts
  const { tenant } = visit
  const tries = await throttle.code(account, visit)
  const wait = await throttle.wait(tenant, tries)
  const digits = typedCode(typed)
  const codeHash = digits && (await seals.macIn(tenant.id, journey, 'code', journey.id, digits))
  // One transaction takes, checks and puts back the state, so that all guesses sent at once are counted.
  const proofs = await store.tenant(tenant.id).write(async tx => {
    if (!(await isUnchangedAccount(tx, account))) return undefined
    const state = await flows.take(tx, journey, 'code')
    if (state === undefined) return undefined
    const { notice: _, ...rest } = state
    if (wait !== undefined) {
      await flows.keep(tx, journey, { ...rest, problem: waiting(wait) })
      return undefined
    }
    const outcome = checkedCode(state.challenge, typed.trim() === '' ? undefined : (codeHash ?? ''), now())
    if (outcome.right) return state.proofs
    await flows.keep(tx, journey, { ...rest, challenge: outcome.challenge, problem: outcome.problem })
    await tx.audit.record(entry('code-refused'))
    return undefined
  }, 'quiet')
  if (proofs === undefined) return { redirect: await way.address(visit, journey), idle: true }
  await throttle.forgive(tenant, tries)
  return await way.proceed(visit, journey, account, { ...proofs, email: now() })
}
