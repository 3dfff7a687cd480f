import type { Account } from '../../store/store.ts'
import { dueForm } from '../designs/due-forms.ts'
import { flowName } from '../designs/published.ts'
import { designedAddress } from '../surfaces/addresses.ts'
import type { Purpose } from '../surfaces/surfaces.ts'
import type { Visit } from '../surfaces/visit.ts'
import type { FlowParts } from './flow-parts.ts'

/** The address of the form that a person has to fill in before they continue to `to`; undefined if there is none. */
export async function formAtSignIn(
  parts: FlowParts,
  { tenant, browser }: Visit,
  { applicationId, locale }: Purpose,
  account: Account,
  to: string,
): Promise<string | undefined> {
  const { seals } = parts
  const form = await dueForm(parts, tenant, account.id)
  if (form === undefined) return undefined
  const journey = seals.journey({ kind: 'user-form', applicationId, locale, flow: flowName(form), to })
  const flow = await seals.sealed(tenant.id, browser, journey)
  return designedAddress(form.reference, { flow })
}
