import { configFrom } from '../../src/config.ts'
import { Passwords, Surfaces } from '../../src/identity/identity.ts'
import { accountOffice, shippedMaster } from '../../src/installation.ts'
import type { Surroundings } from '../../src/server.ts'
import type { Store } from '../../src/store/store.ts'
import { Themes } from '../../src/themes/themes.ts'
import { createCodec } from '../../src/zip/zip.ts'
import { THREADS } from './threads.ts'

/**
 * The account services as commands have them, except that mails are compiled in the threads of all services of this process:
 * each office would start some of its own.
 */
export function sharedOffice(
  store: Store,
  environment: Record<string, string> = {},
  hashing: Surroundings['hashing'] = {},
) {
  const config = configFrom(environment)
  const { now, newId } = store
  const [master, codec] = [shippedMaster(), createCodec()]
  const office = accountOffice(config, store, master, codec)
  const { limits } = config
  const parts = { store, master, limits, codec, newId, now, threads: THREADS, ahead: false }
  const { pages } = new Themes({ ...parts, pageFailed: () => {} })
  return {
    ...office,
    surfaces: new Surfaces({ store, pages, tenancy: office.tenancy, newId }),
    passwords: new Passwords(hashing),
    [Symbol.asyncDispose]: () => codec.close(),
  }
}
