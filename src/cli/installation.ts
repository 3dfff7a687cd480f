import type { Command } from 'commander'
import { type Config, configFrom } from '../config.ts'
import { folded } from '../core/path.ts'
import { Refusal } from '../core/refusal.ts'
import { type AccountOffice, FIRST_TENANT } from '../identity/identity.ts'
import { accountOffice, openInstallation, themesApart } from '../installation.ts'
import type { Master } from '../pages/pages.ts'
import type { Store, Tenant, TenantStore } from '../store/store.ts'
import type { TenantThemes } from '../themes/themes.ts'
import { createCodec } from '../zip/zip.ts'
import { applicationId } from './named.ts'

export { count } from './count.ts'
export { print, printFirst, printLines } from './print.ts'

/** Options of every command that works on an installation. */
export interface CommonOptions {
  readonly tenant?: string
  readonly json?: boolean
}

/** Adds the common options to a command. */
export function withCommonOptions(command: Command): Command {
  return command
    .option('--tenant <id or name>', 'the tenant to work on (default: the first one)')
    .option('-j, --json', 'print JSON')
}

/** Commands that create the first objects may run before the service was ever started. */
type Beginning = 'may make a database'

/** Opens the configured database, runs `work` on it, and closes it. */
export async function onInstallation<T>(
  work: (store: Store, master: string) => Promise<T>,
  beginning?: Beginning,
): Promise<T> {
  return await opened(beginning, ({ store, master }) => work(store, master.id))
}

/** Runs work on one tenant. */
export async function onTenant<T>(
  wanted: string | undefined,
  work: (store: TenantStore) => Promise<T>,
  beginning?: Beginning,
): Promise<T> {
  const onOne = async (store: Store) => await work(store.tenant((await tenantOf(store, wanted)).id))
  return await onInstallation(onOne, beginning)
}

/** Runs work that administers accounts. */
export async function onOffice<T>(
  { tenant: wanted, app }: CommonOptions & { readonly app?: string },
  work: (office: AccountOffice) => Promise<T>,
  beginning?: Beginning,
): Promise<T> {
  return await opened(beginning, async ({ config, store, master }) => {
    const codec = createCodec()
    try {
      const tenant = await tenantOf(store, wanted)
      const application = app === undefined ? undefined : await applicationId(store.tenant(tenant.id), app)
      const office = { ...accountOffice(config, store, master, codec), tenant, applicationId: application }
      return await work(office)
    } finally {
      await codec.close()
    }
  })
}

/** Runs work on the themes of a tenant. */
export async function onThemes<T>(
  wanted: string | undefined,
  work: (themes: TenantThemes, store: TenantStore, tenant: Tenant) => Promise<T>,
): Promise<T> {
  return await opened(undefined, async ({ config, store, master }) => {
    const codec = createCodec()
    try {
      const tenant = await tenantOf(store, wanted)
      const themes = themesApart(config, store, master, codec).of(tenant.id)
      return await work(themes, store.tenant(tenant.id), tenant)
    } finally {
      await codec.close()
    }
  })
}

interface Opened {
  readonly config: Config
  readonly store: Store
  readonly master: Master
}

async function opened<T>(beginning: Beginning | undefined, work: (parts: Opened) => Promise<T>): Promise<T> {
  const config = configFrom()
  // In a wrong folder, or with a wrong address, the command would otherwise create an empty database and find nothing.
  const { store, master } = await openInstallation(config, { existing: beginning === undefined })
  try {
    return await work({ config, store, master })
  } finally {
    await store.close()
  }
}

/** The tenant that an option names; the first tenant if the option is missing. */
export async function tenantOf(store: Store, wanted: string | undefined): Promise<Tenant> {
  const tenant =
    (await store.tenantWithId(wanted ?? FIRST_TENANT)) ??
    (await store.tenants()).find(({ name }) => folded(name) === folded(wanted ?? ''))
  if (tenant === undefined) throw new Refusal('tenant_unknown', { tenant: wanted ?? '' })
  return tenant
}

/** Collects the values of an option that may be given several times. */
export function repeated(value: string, before: string[] = []): string[] {
  return [...before, value]
}
