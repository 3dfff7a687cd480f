import { Command } from 'commander'
import { BadSettings } from '../config.ts'
import { rotateSealKey, rotateSigningKey } from '../identity/identity.ts'
import type { TenantStore } from '../store/store.ts'
import { type CommonOptions, onTenant, print, withCommonOptions } from './installation.ts'

interface RotateOptions extends CommonOptions {
  readonly seal?: boolean
  readonly atOnce?: boolean
}

/** `tabard keys`: what ID tokens are signed with, and flows and cookies sealed. */
export function keysCommand(): Command {
  const keys = new Command('keys').description('keys that sign and seal')
  withCommonOptions(keys.command('rotate'))
    .description('replace the key that signs ID tokens, or with --seal the one that seals flows and cookies')
    .option('--seal', 'the key that seals flows, cookies and codes')
    .option('--at-once', 'with --seal: reject what the keys before have sealed')
    .action(async (options: RotateOptions) => {
      const { seal = false, atOnce = false, tenant } = options
      if (atOnce && !seal) throw new BadSettings('--at-once is for --seal only.')
      const rotated = (store: TenantStore) =>
        seal ? rotateSealKey(store, Date.now(), atOnce) : rotateSigningKey(store, Date.now())
      print({ kid: await onTenant(tenant, rotated) }, options)
    })
  return keys
}
