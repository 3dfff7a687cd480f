import { Command } from 'commander'
import { BadSettings, configFrom } from '../config.ts'
import { createTenant, hostName, removeTenant, updateTenant } from '../identity/identity.ts'
import { addressesOf } from '../installation.ts'
import type { Holdings, Store, Tenant } from '../store/store.ts'
import { type CommonOptions, onInstallation, print, tenantOf } from './installation.ts'
import { typed } from './output.ts'
import { Problem } from './problem.ts'
import { tenantLintCommand } from './tenant-lint.ts'

interface TenantOptions extends CommonOptions {
  readonly name?: string
  readonly host?: string
  readonly url?: string
  readonly consoleUrl?: string | false
  readonly locale?: string
  readonly factors?: string
  readonly tickScopes?: boolean
  readonly directory?: boolean
}

const HOST = 'its host name, such as id.example.com; requests to this host belong to the tenant'

const CONSOLE = 'the address of its console, such as https://console.example.com'

const FACTORS = 'the second factors that it accepts: app,mail or app'

/** `tabard tenant`: the tenants that share a server. */
export function tenantCommand(): Command {
  const tenant = new Command('tenant').description(
    'manage tenants; the host name of a request decides which tenant it belongs to',
  )
  tenant
    .command('create')
    .description('add a tenant')
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--host <name>', HOST)
    .option('--url <address>', 'its public address (default: https:// and the host)')
    .option('--console-url <address>', `${CONSOLE} (default: it has no console)`)
    .option('--locale <locale>', 'the language used when none of the visitor’s languages is available')
    .option('--factors <list>', FACTORS)
    .option('-j, --json', 'print JSON')
    .action(async (options: TenantOptions & { name: string; host: string }) => {
      const { name, host } = options
      const { publicUrl, consoleUrl, locale, factors } = checkedOptions({
        url: `https://${hostName(host)}`,
        ...options,
      })
      const chosen = {
        name,
        host,
        publicUrl: publicUrl!,
        consoleUrl: consoleUrl ?? null,
        locale: locale ?? null,
        factors: factors ?? null,
      }
      const own = addressesOf(configFrom())
      const create = (store: Store, master: string) => createTenant(store, master, chosen, own)
      print(await onInstallation(create, 'may make a database'), options)
    })
  tenant
    .command('update')
    .argument('<tenant>', 'its id or name')
    .description('change a tenant; options that you leave out keep their value')
    .option('--name <name>', 'its name')
    .option('--host <name>', HOST)
    .option(
      '--url <address>',
      'its public address; if it consists of https:// and the host name, it changes with --host',
    )
    .option('--console-url <address>', CONSOLE)
    .option('--no-console-url', 'remove its console')
    .option('--locale <locale>', 'the language used when none of the visitor’s languages is available')
    .option('--factors <list>', `${FACTORS}, or service to use TABARD_SECOND_FACTORS`)
    .option('--tick-scopes', 'preselect the boxes of consent pages, unless the person declined before')
    .option('--no-tick-scopes', 'leave the boxes of consent pages empty (default)')
    .option('--directory', 'offer the service’s own accounts where people sign in (default)')
    .option(
      '--no-directory',
      'offer identity sources only; accounts of the service still work in the console',
    )
    .option('-j, --json', 'print JSON')
    .action(async (wanted: string, options: TenantOptions) => {
      const { publicUrl, consoleUrl, locale, factors } = checkedOptions(options)
      const change = {
        name: options.name,
        host: options.host,
        publicUrl: options.url === undefined ? undefined : publicUrl,
        consoleUrl: options.consoleUrl === false ? null : consoleUrl,
        locale,
        factors,
        ticksScopes: options.tickScopes,
        directory: options.directory,
      }
      const own = addressesOf(configFrom())
      const update = async (store: Store) => {
        const before = await tenantOf(store, wanted)
        return await updateTenant(store, before, { ...change, ...followed(before, change) }, own)
      }
      print(await onInstallation(update), options)
    })
  tenant
    .command('remove')
    .argument('<tenant>', 'its id or name')
    .description('remove a tenant; asks for confirmation, or needs --force, if it is not empty')
    .option('--force', 'remove everything in it; needs --name')
    .option('--name <name>', 'with --force: the name of the tenant, to confirm')
    .option('-j, --json', 'print JSON')
    .action(async (wanted: string, options: RemoveOptions) => {
      print(await onInstallation(store => removed(store, wanted, options)), options)
    })
  tenant
    .command('list')
    .description('list tenants, the first one first')
    .option('-j, --json', 'print JSON')
    .action(async (options: CommonOptions) => {
      print(await onInstallation(store => store.tenants()), options)
    })
  tenant.addCommand(tenantLintCommand())
  return tenant
}

/** The new public URL after a change of the host name, if the old URL was derived from the old name. */
function followed(
  { host, publicUrl }: Tenant,
  change: { readonly host: string | undefined; readonly publicUrl: string | undefined },
) {
  const follows = change.host !== undefined && change.publicUrl === undefined
  const moved = URL.parse(`https://${change.host}`)
  return follows && publicUrl === `https://${host}` && moved !== null ? { publicUrl: moved.origin } : {}
}

interface RemoveOptions extends CommonOptions {
  readonly force?: boolean
  readonly name?: string
}

async function removed(store: Store, wanted: string, { force = false, name }: RemoveOptions) {
  const tenant = await tenantOf(store, wanted)
  if (force && name !== tenant.name)
    throw new BadSettings(`--force needs --name with the name of the tenant, ${JSON.stringify(tenant.name)}.`)
  const first = await removeTenant(store, tenant, force)
  const { held } = first.removed ? first : await removedAfterAll(store, tenant, first.held)
  return { id: tenant.id, name: tenant.name, ...held }
}

/** Asks for confirmation on a terminal before a tenant that is not empty is removed. */
async function removedAfterAll(store: Store, tenant: Tenant, held: Holdings) {
  const what = `The tenant ${JSON.stringify(tenant.name)} holds ${listOf(held)}.`
  if (!process.stdin.isTTY) {
    const advice = `Remove them first, or add --force --name ${JSON.stringify(tenant.name)} to remove everything.`
    throw new Problem(4, `${what} Nothing was removed. ${advice}`)
  }
  const answer = await typed(`${what} Type its name to remove everything: `)
  if (answer !== tenant.name) throw new Problem(4, 'Nothing was removed.')
  return await removeTenant(store, tenant, true)
}

const NOUNS: Readonly<Record<keyof Holdings, readonly [one: string, many: string]>> = {
  accounts: ['account', 'accounts'],
  applications: ['application', 'applications'],
  clients: ['API client', 'API clients'],
  themes: ['customized theme', 'customized themes'],
}

function listOf(held: Holdings): string {
  const kinds = Object.entries(NOUNS) as [keyof Holdings, readonly [string, string]][]
  const parts = kinds.flatMap(([kind, [one, many]]) =>
    held[kind] === 0 ? [] : [`${held[kind]} ${held[kind] === 1 ? one : many}`],
  )
  return new Intl.ListFormat('en').format(parts)
}

const OPTION_OF: Readonly<Record<string, string>> = {
  TABARD_PUBLIC_URL: '--url',
  TABARD_CONSOLE_URL: '--console-url',
  TABARD_LOCALE: '--locale',
  TABARD_SECOND_FACTORS: '--factors',
}

/** The options, checked by the rules of the corresponding settings. */
function checkedOptions({ url, consoleUrl, locale, factors }: TenantOptions) {
  const followsService = factors === 'service'
  try {
    const { secondFactors, ...config } = configFrom({
      TABARD_PUBLIC_URL: url,
      TABARD_CONSOLE_URL: consoleUrl || undefined,
      TABARD_LOCALE: locale,
      TABARD_SECOND_FACTORS: followsService ? undefined : factors,
    })
    return { ...config, factors: followsService ? null : factors === undefined ? undefined : secondFactors }
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error
    throw new BadSettings(error.message.replaceAll(/TABARD_\w+/g, name => OPTION_OF[name] ?? name))
  }
}
