import type { Proofs } from '../../core/flows/proof.ts'
import { knownOf, type StateAt } from '../../core/flows/sign-in.ts'
import type { TenantTransaction } from '../../store/store.ts'
import { isUnchangedAccount } from '../sessions/flows.ts'
import { personValues } from '../surfaces/mail-words.ts'
import type { Answer, AnswerCookies } from '../surfaces/visit.ts'
import type { Journey, Seals } from '../tenancy/seals.ts'
import { secretHash } from '../tenancy/secrets.ts'
import type { Asked, Brought } from './factor.ts'
import { factorMail } from './factor-mail.ts'
import { enrolmentCodes } from './recovery-codes.ts'
import { newTotpSecret, qrSvg, recoveryCodeKey, totpAddress, totpStep } from './totp.ts'

type Enrolling = Asked<StateAt<'enrolment'>>

/**
 * The secret of an enrolment. It is derived from the journey, so the page can be shown again and nothing is stored. It
 * is also derived from the account, because several people can sign in on one journey, one after the other.
 */
export async function enrolmentSecret(
  seals: Seals,
  tenant: string,
  journey: Journey,
  account: string,
): Promise<string> {
  return newTotpSecret(await seals.bytes(tenant, journey, `totp ${account}`))
}

/** Gives an account a new app, which replaces any earlier one, with new recovery codes. */
export async function keepApp(
  tx: TenantTransaction,
  account: string,
  { secret, usedStep, codes }: { secret: string; usedStep: number; codes: readonly string[] },
): Promise<void> {
  await tx.factors.setAuthenticator(account, { secret, usedStep })
  await tx.factors.setRecoveryCodes(
    account,
    codes.map(code => secretHash(recoveryCodeKey(code))),
  )
}

/** The page on which somebody sets up an app, replaces it or removes it. */
export async function enrolmentPage(asked: Enrolling): Promise<Answer> {
  const { parts, views, visit, journey, account, state, held, verifier } = asked
  const { surfaces, seals } = parts
  const { audience, action } = await views.frame(visit, journey)
  const issuer = (await surfaces.words(audience))('PRODUCT_NAME')
  const secret = await enrolmentSecret(seals, visit.tenant.id, journey, account.id)
  return await views.page(audience, 'mfa-enrollment', {
    ...personValues(account, surfaces.tag(audience)),
    ACTION: action,
    FORM_VERIFIER: await verifier(),
    ERROR_MESSAGE: await views.text(audience, state.problem),
    QR_CODE: qrSvg(totpAddress({ secret, issuer, account: account.userName })),
    TOTP_SECRET: secret.replace(/....(?=.)/g, '$& '),
    SHOW_CANCEL: state.due ? 'none' : 'block',
    SHOW_REMOVE: held.includes('totp') ? 'block' : 'none',
  })
}

/** Handles the form of the enrolment page: the first code of the new app, or the request to remove the current one. */
export async function enrol(asked: Enrolling, { operation, code }: Brought): Promise<Answer> {
  const { parts, way, visit, journey, account, state, held, entry } = asked
  const { store, flows, seals, now } = parts
  const enrolled = held.includes('totp')
  if (operation === 'cancel' && !state.due) return { redirect: await way.home(visit, journey) }
  if (operation === 'remove' && !state.due) return await remove(asked, enrolled)
  if (state.due && enrolled) {
    const current = await flows.state(visit.tenant, journey)
    // Another node may have received the same form a moment ago: the recovery codes come next.
    if (typeof current !== 'object' || current.at !== state.at)
      return { redirect: await way.address(visit, journey), idle: true }
    // The owner may have set up an app after this sign-in asked for one.
    return await way.step(visit, journey, { at: 'totp', ...knownOf(state) }, account)
  }
  const secret = await enrolmentSecret(seals, visit.tenant.id, journey, account.id)
  const usedStep = totpStep(secret, code, now())
  if (usedStep === undefined) {
    const label = code.trim() === '' ? 'CODE_EMPTY' : 'CODE_WRONG'
    return await way.step(visit, journey, { ...state, problem: { label } }, account)
  }
  const codes = await enrolmentCodes(seals, visit.tenant.id, journey, account.id)
  const mail = await factorMail(parts, visit, journey, account, {
    label: enrolled ? 'FACTOR_REPLACED' : 'ENROLLED',
  })
  const proofs = { ...state.proofs, totp: now() }
  const session = await store.tenant(visit.tenant.id).write(async tx => {
    if (!(await isUnchangedAccount(tx, account))) return undefined
    if (journey.kind === 'sign-in' && !(await flows.take(tx, journey, 'enrolment'))) return undefined
    const alone = await isolated(tx, asked, proofs)
    if (alone === undefined) return undefined
    await keepApp(tx, account.id, { secret, usedStep, codes })
    await tx.audit.record(entry('factor-enrolled'))
    if (mail !== undefined) await tx.outbox.queue(mail)
    await flows.keep(tx, journey, { at: 'recovery-codes', account: account.id, proofs })
    return alone
  })
  if (session === undefined) return await way.views.failed(visit, journey, 'SIGNIN_ENDED')
  parts.mailQueued()
  return { redirect: await way.address(visit, journey), cookies: session }
}

/** Removes the app of an account, with the recovery codes that replace it when it is lost. */
export async function removeApp(tx: TenantTransaction, account: string): Promise<void> {
  await tx.factors.setAuthenticator(account, null)
  await tx.factors.setRecoveryCodes(account, [])
}

async function remove(asked: Enrolling, enrolled: boolean): Promise<Answer> {
  const { parts, way, visit, journey, account, state, entry } = asked
  const { store, flows } = parts
  const removed = { label: 'FACTOR_REMOVED' }
  const mail = enrolled ? await factorMail(parts, visit, journey, account, removed) : undefined
  const { totp: _, ...proofs } = state.proofs
  const session = await store.tenant(visit.tenant.id).write(async tx => {
    if (!(await flows.end(tx, journey)) || !enrolled) return {}
    const alone = await isolated(tx, asked, proofs)
    if (alone === undefined) return undefined
    await removeApp(tx, account.id)
    await tx.audit.record(entry('factor-removed'))
    if (mail !== undefined) await tx.outbox.queue(mail)
    return alone
  })
  if (session === undefined) return await way.views.failed(visit, journey, 'SIGNIN_ENDED')
  parts.mailQueued()
  return { redirect: await way.home(visit, journey, 'removed'), cookies: session }
}

/**
 * Ends everything else that the account has open. A signed-in person's session continues under a new id. Returns
 * undefined when that session has ended in the meantime.
 */
async function isolated(
  tx: TenantTransaction,
  { parts, visit: { session, address }, journey, account }: Enrolling,
  proofs: Proofs,
): Promise<AnswerCookies | undefined> {
  const end = { address, why: 'second-factor-changed' } as const
  if (journey.kind === 'sign-in') {
    await parts.sessions.endAll(tx, account.id, end)
    return {}
  }
  const id = session && (await parts.sessions.isolate(tx, session, proofs, end))
  return id === undefined ? undefined : { session: id }
}
