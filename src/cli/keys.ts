import { Command } from 'commander'
import { BadSettings, configFrom } from '../config.ts'
import { encryptAnew, rotateSealKey, rotateSigningKey } from '../identity/identity.ts'
import { encryptionKeyId, type TenantStore } from '../store/store.ts'
import { type CommonOptions, onInstallation, onTenant, print, withCommonOptions } from './installation.ts'

interface RotateOptions extends CommonOptions {
  readonly seal?: boolean
  readonly atOnce?: boolean
}

/** `tabard keys`: what ID tokens are signed with, flows and cookies sealed, and secrets encrypted. */
export function keysCommand(): Command {
  const keys = new Command('keys').description('keys that sign, seal and encrypt')
  withCommonOptions(keys.command('rotate'))
    .description('replace the key that signs ID tokens, or with --seal the one that seals flows and cookies')
    .option('--seal', 'the key that seals flows, cookies and codes')
    .option('--at-once', 'with --seal: reject what the keys before have sealed')
    .action(async (options: RotateOptions) => {
      const { seal = false, atOnce = false, tenant } = options
      if (atOnce && !seal) throw new BadSettings('--at-once is for --seal only.')
      const rotated = (store: TenantStore) =>
        seal ? rotateSealKey(store, store.now(), atOnce) : rotateSigningKey(store, store.now())
      print({ kid: await onTenant(tenant, rotated) }, options)
    })
  keys
    .command('encrypt')
    .description('encrypt keys and secrets of all tenants with TABARD_ENCRYPTION_KEY')
    .option('-j, --json', 'print JSON')
    .action(async (options: CommonOptions) => {
      const { encryptionKey } = configFrom()
      if (encryptionKey === undefined) throw new BadSettings('TABARD_ENCRYPTION_KEY has to be set.')
      const key = encryptionKeyId(encryptionKey)
      print({ key, encrypted: await onInstallation(store => encryptAnew(store, key)) }, options)
    })
  keys
    .command('decrypt')
    .description('write keys and secrets of all tenants in plain text again')
    .option('-j, --json', 'print JSON')
    .action(async (options: CommonOptions) => {
      if (configFrom().encryptionKey !== undefined) {
        const text = 'TABARD_ENCRYPTION_KEY has to be unset: move its value to TABARD_DECRYPTION_KEYS.'
        throw new BadSettings(text)
      }
      print({ decrypted: await onInstallation(store => encryptAnew(store, undefined)) }, options)
    })
  return keys
}
