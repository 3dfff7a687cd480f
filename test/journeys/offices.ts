import type { AccountOffice } from '../../src/identity/identity.ts'
import { sharedOffice } from '../support/office.ts'
import type { Stage } from './steps.ts'

/** Where accounts of a stage are looked after, as the command line does; its mails go the way of all. */
export async function officeOf({ service, smtp }: Stage): Promise<AccountOffice & AsyncDisposable> {
  const { store, publicUrl } = service.service
  const [tenant] = await store.tenants()
  const settings = { TABARD_PUBLIC_URL: publicUrl, TABARD_SMTP_URL: smtp.url }
  return { ...sharedOffice(store, settings, service.hashing), tenant: tenant! }
}
