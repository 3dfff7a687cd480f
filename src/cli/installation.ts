import { type Command, InvalidArgumentError } from 'commander'
import { configFrom } from '../config.ts'
import { Refusal } from '../core/refusal.ts'
import type { AccountOffice } from '../identity/identity.ts'
import { accountOffice, openInstallation, themesApart } from '../installation.ts'
import type { Store, Tenant, TenantStore } from '../store/store.ts'
import type { TenantThemes } from '../themes/themes.ts'
import { createCodec } from '../zip/zip.ts'

/** Options that every command on an installation has. */
export interface CommonOptions {
  readonly tenant?: string
  readonly json?: boolean
}

/** Adds those options to a command. */
export function withCommonOptions(command: Command): Command {
  return command
    .option('--tenant <id or name>', 'the tenant to work on (default: the first one)')
    .option('-j, --json', 'print JSON')
}

/** Opens the database that the settings name, works on it, and closes it. */
export async function onInstallation<T>(work: (store: Store, master: string) => Promise<T>): Promise<T> {
  const { store, master } = await openInstallation(configFrom())
  try {
    return await work(store, master.id)
  } finally {
    await store.close()
  }
}

/** The same, for one tenant. */
export async function onTenant<T>(
  wanted: string | undefined,
  work: (store: TenantStore) => Promise<T>,
): Promise<T> {
  return await onInstallation(async store => await work(store.tenant((await tenantOf(store, wanted)).id)))
}

/** The same, where accounts are looked after. */
export async function onOffice<T>(
  { tenant: wanted, app }: CommonOptions & { readonly app?: string },
  work: (office: AccountOffice) => Promise<T>,
): Promise<T> {
  const config = configFrom()
  const { store, master } = await openInstallation(config)
  const codec = createCodec()
  try {
    const tenant = await tenantOf(store, wanted)
    if (app !== undefined && (await store.tenant(tenant.id).application(app)) === undefined) {
      throw new Refusal('application_unknown', { applicationId: app })
    }
    return await work({ ...accountOffice(config, store, master, codec), tenant, applicationId: app })
  } finally {
    await codec.close()
    await store.close()
  }
}

/** The same, where themes are changed. */
export async function onThemes<T>(
  wanted: string | undefined,
  work: (themes: TenantThemes) => Promise<T>,
): Promise<T> {
  const config = configFrom()
  const { store, master } = await openInstallation(config)
  const codec = createCodec()
  try {
    const tenant = await tenantOf(store, wanted)
    return await work(themesApart(config, store, master, codec).of(tenant.id))
  } finally {
    await codec.close()
    await store.close()
  }
}

/** The tenant that an option names; the first one where it names none. */
export async function tenantOf(store: Store, wanted: string | undefined): Promise<Tenant> {
  const tenants = await store.tenants()
  const tenant =
    wanted === undefined ? tenants[0] : tenants.find(({ id, name }) => id === wanted || name === wanted)
  if (tenant === undefined) throw new Refusal('tenant_unknown', { tenant: wanted ?? '' })
  return tenant
}

/** The number that an option has. */
export function count(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw new InvalidArgumentError('It has to be a whole number.')
}

/** Collects the values of an option that may be given several times. */
export function repeated(value: string, before: string[] = []): string[] {
  return [...before, value]
}

/** Prints data: as JSON when asked to, else as lines with aligned columns. */
export function print(data: object | readonly object[], { json }: CommonOptions): void {
  if (json) {
    console.log(JSON.stringify(data, null, 2))
    return
  }
  const rows = Array.isArray(data) ? data : [data]
  const columns = Object.keys(rows[0] ?? {})
  const cells = rows.map(row => columns.map(column => shown(column, row[column])))
  if (!Array.isArray(data)) {
    const width = Math.max(...columns.map(column => column.length))
    for (const [index, column] of columns.entries())
      console.log(`${column.padEnd(width)}  ${cells[0]![index]}`)
    return
  }
  const lines = rows.length > 0 ? [columns, ...cells] : []
  const widths = columns.map((_, index) => Math.max(...lines.map(line => line[index]!.length)))
  for (const line of lines)
    console.log(
      line
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
}

/** A value for people, who do not count milliseconds; those of `createdAt` and its like are in JSON. */
function shown(column: string, value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'number' && column.endsWith('At')) return new Date(value).toISOString()
  return Array.isArray(value) ? value.join(',') || '-' : String(value)
}
