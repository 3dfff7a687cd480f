import { issuerOf } from '../surfaces/addresses.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import type { FlowParts } from './flow-parts.ts'

/**
 * The answer to a sign-in whose form did not name the application: it continues by a page, not by a redirect. Browsers
 * apply the `form-action` policy of the page to all redirects that follow its form. That policy allows only the service
 * itself.
 */
export async function onward(
  { surfaces }: FlowParts,
  { tenant }: Visit,
  { applicationId }: Journey,
  answer: Answer,
): Promise<Answer> {
  if (!('redirect' in answer) || issuerOf(answer.redirect) === undefined) return answer
  const { redirect: leaves, cookies } = answer
  const application = await surfaces.application(tenant, applicationId ?? '')
  return { leaves, label: application?.name ?? '', ...(cookies !== undefined && { cookies }) }
}
