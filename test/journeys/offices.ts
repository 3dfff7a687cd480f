import { configFrom } from '../../src/config.ts'
import type { AccountOffice } from '../../src/identity/identity.ts'
import { accountOffice, shippedMaster } from '../../src/installation.ts'
import { createCodec } from '../../src/zip/zip.ts'
import type { Stage } from './steps.ts'

/** Where accounts of a stage are looked after, as the command line does; its mails go the way of all. */
export async function officeOf({ service, smtp }: Stage): Promise<AccountOffice & AsyncDisposable> {
  const { store, publicUrl } = service.service
  const codec = createCodec()
  const config = configFrom({ TABARD_PUBLIC_URL: publicUrl, TABARD_SMTP_URL: smtp.url })
  const [tenant] = await store.tenants()
  return {
    ...accountOffice(config, store, shippedMaster(), codec),
    tenant: tenant!,
    [Symbol.asyncDispose]: () => codec.close(),
  }
}
