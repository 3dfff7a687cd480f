import manifest from '../package.json' with { type: 'json' }
import type { Config } from './config.ts'
import { ensureFirstTenant, Passwords, Surfaces, Tenancy } from './identity/identity.ts'
import { defaultSender, type MailServer, mailServer, type SmtpOptions } from './mail/mail.ts'
import { loadMaster, type Master } from './pages/pages.ts'
import { projectFile } from './program.ts'
import { openStore, type Store } from './store/store.ts'
import { Themes } from './themes/themes.ts'
import type { Codec } from './zip/zip.ts'

export const VERSION: string = manifest.version

/** The service cannot start, for a reason that an operator can fix. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

let shipped: Master | undefined

/** The original theme of this version, read once in a process. */
export function shippedMaster(): Master {
  shipped ??= loadMaster(projectFile('master/templates'))
  return shipped
}

/** The clock and the source of ids; by default those of the machine. */
export interface Clock {
  readonly now?: () => number
  readonly newId?: () => string
}

/**
 * Opens the store, and makes sure that it has the shipped master and the first tenant. Every command needs both. With
 * `existing`, it fails if there is no installation.
 */
export async function openInstallation(
  config: Config,
  { existing = false, ...clock }: Clock & { readonly existing?: boolean } = {},
): Promise<{ store: Store; master: Master }> {
  const store = await openStore({ ...config, ...clock, existing })
  try {
    await store.assertReadable()
    const master = shippedMaster()
    await store.keepMaster(master.id, master.files)
    await ensureFirstTenant(store, master.id)
    return { store, master }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** The theme services, for commands that run without a server. */
export function themesApart(config: Config, store: Store, master: Master, codec: Codec): Themes {
  const { limits } = config
  const parts = { store, master, limits, codec, newId: store.newId, now: store.now }
  return new Themes({ ...parts, pageFailed: () => {} })
}

/** The account services of the first tenant, for commands that run without a server. */
export function accountOffice(config: Config, store: Store, master: Master, codec: Codec) {
  const { now, newId } = store
  const tenancy = new Tenancy(store, () => addressesOf(config), config.locale)
  const { pages } = themesApart(config, store, master, codec)
  const surfaces = new Surfaces({ store, pages, tenancy, newId })
  return {
    store,
    tenancy,
    surfaces,
    passwords: new Passwords(),
    passwordMinimum: config.passwordLength,
    mails: config.smtpUrl !== undefined,
    now,
  }
}

/** The configured mail server, for commands that run without a server. */
export function configuredMailServer(config: Config): MailServer | undefined {
  const { publicUrl } = addressesOf(config)
  return config.smtpUrl === undefined ? undefined : mailServer(smtpOptions(config.smtpUrl, config, publicUrl))
}

/** How mails are sent. */
export function smtpOptions(url: string, { mailFrom }: Config, publicUrl: string): SmtpOptions {
  return { url, sender: mailFrom ?? defaultSender(publicUrl) }
}

/** The addresses of the service and of its console, if the settings name them. */
export function addressesOf(config: Config): { publicUrl: string; consoleUrl: string } {
  return {
    publicUrl: config.publicUrl ?? addressOf(config, config.port),
    consoleUrl: config.consoleUrl ?? addressOf(config, config.consolePort ?? config.port + 1),
  }
}

/** The URL at which a port can be reached. */
export function addressOf(
  { host, tlsCert }: { host: string; tlsCert?: string | undefined },
  port: number,
): string {
  return `http${tlsCert === undefined ? '' : 's'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
