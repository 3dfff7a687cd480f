import { readFileSync } from 'node:fs'
import type { StateAt } from '../../core/flows/sign-in.ts'
import { assetFile } from '../../program.ts'
import { personValues } from '../surfaces/mail-words.ts'
import type { Answer } from '../surfaces/visit.ts'
import type { Journey, Seals } from '../tenancy/seals.ts'
import { submitAppCode } from './app-code.ts'
import type { Asked, Factor } from './factor.ts'
import { askingFrame } from './factor-page.ts'
import { newRecoveryCode } from './totp.ts'

const RECOVERY_CODES = 10
const COPY_SCRIPT = readFileSync(assetFile('identity/factors/copy-codes.js'), 'utf8')

/** A code that replaces the authenticator app for a person who has lost it. */
export const recoveryCodes: Factor<'recovery'> = {
  id: 'recovery',
  isSetUp: async (store, { id }) => (await store.factors.recoveryCodesLeft(id)) > 0,
  label: () => ({ label: 'METHOD_RECOVERY' }),
  pages: {
    'recovery-code': {
      view: async asked => {
        const { audience, values, origins } = await askingFrame(asked)
        return await asked.views.page(audience, 'mfa-recovery-code', values, origins)
      },
      submit: submitAppCode,
    },
    'recovery-codes': { view: codesPage, submit: goOn },
  },
}

/**
 * The recovery codes of an enrolment. They are derived from its journey and account, so they need not be stored in plain
 * text.
 */
export async function enrolmentCodes(
  seals: Seals,
  tenant: string,
  journey: Journey,
  account: string,
): Promise<string[]> {
  const codes: string[] = []
  for (let index = 0; index < RECOVERY_CODES; index++)
    codes.push(newRecoveryCode(await seals.bytes(tenant, journey, `recovery ${account} ${index}`)))
  return codes
}

/** The page that shows the codes once. */
async function codesPage({
  parts,
  views,
  visit,
  journey,
  account,
  verifier,
}: Asked<StateAt<'recovery-codes'>>): Promise<Answer> {
  const { surfaces, seals, now } = parts
  const { audience, action } = await views.frame(visit, journey)
  const codes = await enrolmentCodes(seals, visit.tenant.id, journey, account.id)
  const page = await surfaces.page(
    audience,
    'mfa-recovery-codes',
    {
      ...personValues(account, surfaces.tag(audience)),
      ACTION: action,
      SHOWN_AT: surfaces.times(audience).moment(now()),
      FORM_VERIFIER: await verifier(),
    },
    {
      repeats: { recoveryCodes: codes.map(RECOVERY_CODE => ({ RECOVERY_CODE })) },
      script: COPY_SCRIPT,
      formOrigins: await views.origins(visit, journey),
    },
  )
  return { page, status: 200 }
}

/** Continues once the person has saved the codes. */
async function goOn({
  parts,
  way,
  visit,
  journey,
  account,
  state,
}: Asked<StateAt<'recovery-codes'>>): Promise<Answer> {
  if (journey.kind === 'sign-in') return await way.proceed(visit, journey, account, state.proofs)
  const { store, flows } = parts
  const ended = await store.tenant(visit.tenant.id).write(tx => flows.end(tx, journey), 'quiet')
  if (!ended) return await way.views.failed(visit, journey, 'FLOW_EXPIRED')
  return { redirect: await way.home(visit, journey, 'enrolled') }
}
