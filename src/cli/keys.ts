import { Command } from 'commander'
import { BadSettings, configFrom } from '../config.ts'
import { encryptAnew, rotateSealKey, rotateSigningKey } from '../identity/identity.ts'
import { encryptionKeyId, type TenantStore } from '../store/store.ts'
import { type CommonOptions, onInstallation, onTenant, print, withCommonOptions } from './installation.ts'

interface RotateOptions extends CommonOptions {
  readonly seal?: boolean
  readonly atOnce?: boolean
}

/** `tabard keys`: the keys that sign ID tokens, seal flows and cookies, and encrypt secrets. */
export function keysCommand(): Command {
  const keys = new Command('keys').description('manage the keys that sign and encrypt')
  withCommonOptions(keys.command('rotate'))
    .description(
      'replace the key that signs ID tokens, or with --seal the key that signs flows, cookies, codes and tokens of API clients',
    )
    .option('--seal', 'replace the key that signs flows, cookies, codes and tokens of API clients')
    .option('--at-once', 'with --seal: reject everything that former keys have signed')
    .action(async (options: RotateOptions) => {
      const { seal = false, atOnce = false, tenant } = options
      if (atOnce && !seal) throw new BadSettings('Use --at-once only together with --seal.')
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
      if (encryptionKey === undefined)
        throw new BadSettings('TABARD_ENCRYPTION_KEY is not set. Set it to the key to encrypt with.')
      const key = encryptionKeyId(encryptionKey)
      print({ key, encrypted: await onInstallation(store => encryptAnew(store, key)) }, options)
    })
  keys
    .command('decrypt')
    .description('decrypt keys and secrets of all tenants')
    .option('-j, --json', 'print JSON')
    .action(async (options: CommonOptions) => {
      if (configFrom().encryptionKey !== undefined) {
        const text = 'TABARD_ENCRYPTION_KEY is still set. Move its value to TABARD_DECRYPTION_KEYS first.'
        throw new BadSettings(text)
      }
      print({ decrypted: await onInstallation(store => encryptAnew(store, undefined)) }, options)
    })
  return keys
}
