import { knownAnswers } from '../../core/user-flows/person.ts'
import { isLacking } from '../../core/user-flows/walk.ts'
import type { Store, Tenant } from '../../store/store.ts'
import { isTestAccount } from '../tenancy/built-in-applications.ts'
import type { PublishedFlow, PublishedFlows } from './published.ts'

/**
 * The form that a person has to fill in before they continue to an application, because something is missing or terms
 * have changed.
 */
export async function dueForm(
  { designs, store }: { readonly designs: PublishedFlows; readonly store: Store },
  tenant: Tenant,
  id: string,
): Promise<PublishedFlow | undefined> {
  const forms = isTestAccount(id) ? [] : await designs.atSignIn(tenant)
  if (forms.length === 0) return undefined
  const { accounts, attributes } = store.tenant(tenant.id)
  const account = await accounts.get(id)
  if (account === undefined) return undefined
  const own = await attributes.valuesOf(id)
  return forms.find(({ document, book }) => isLacking(document, knownAnswers(account, own, book), book))
}
