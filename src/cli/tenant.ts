import { Command } from 'commander'
import { BadSettings, configFrom } from '../config.ts'
import { createTenant, removeTenant, updateTenant } from '../identity/identity.ts'
import { addressesOf } from '../installation.ts'
import type { Holdings, Store, Tenant } from '../store/store.ts'
import { type CommonOptions, onInstallation, print, tenantOf } from './installation.ts'
import { typed } from './output.ts'
import { Problem } from './problem.ts'

interface TenantOptions extends CommonOptions {
  readonly name?: string
  readonly host?: string
  readonly url?: string
  readonly consoleUrl?: string | false
  readonly locale?: string
  readonly factors?: string
  readonly tickScopes?: boolean
}

const CONSOLE = 'the address of its console, such as https://console.example.com'

const FACTORS = 'the second factors that count: app,mail or app'

/** `tabard tenant`: the tenants that share a server. */
export function tenantCommand(): Command {
  const tenant = new Command('tenant').description('tenants, chosen by the host name of a request')
  tenant
    .command('create')
    .description('add a tenant')
    .requiredOption('--name <name>', 'what people call it')
    .requiredOption('--host <name>', 'the host name that chooses it, such as id.example.com')
    .option('--url <address>', 'its public address (default: https:// and the host)')
    .option('--console-url <address>', `${CONSOLE} (default: it has no console)`)
    .option('--locale <locale>', 'the language used when none of the visitor’s languages is available')
    .option('--factors <list>', FACTORS)
    .option('-j, --json', 'print JSON')
    .action(async (options: TenantOptions & { name: string; host: string }) => {
      const { name, host } = options
      const { publicUrl, consoleUrl, locale, factors } = checkedOptions({
        url: `https://${host}`,
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
    .description('change a tenant; what is not given stays')
    .option('--name <name>', 'what people call it')
    .option('--host <name>', 'the host name that chooses it')
    .option('--url <address>', 'its public address; with --host alone it follows, if it was that of the host')
    .option('--console-url <address>', CONSOLE)
    .option('--no-console-url', 'take its console away')
    .option('--locale <locale>', 'the language used when none of the visitor’s languages is available')
    .option('--factors <list>', `${FACTORS}; service follows TABARD_SECOND_FACTORS`)
    .option('--tick-scopes', 'tick the boxes of consent pages for people, unless they refused before')
    .option('--no-tick-scopes', 'leave the boxes of consent pages empty (default)')
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
    .description('remove a tenant; one that holds anything only with --force or after a question')
    .option('--force', 'remove everything that it holds; needs --name')
    .option('--name <name>', 'with --force: the name of the tenant, typed once more')
    .option('-j, --json', 'print JSON')
    .action(async (wanted: string, options: RemoveOptions) => {
      print(await onInstallation(store => removed(store, wanted, options)), options)
    })
  tenant
    .command('list')
    .description('all tenants, the first one first')
    .option('-j, --json', 'print JSON')
    .action(async (options: CommonOptions) => {
      print(await onInstallation(store => store.tenants()), options)
    })
  return tenant
}

/** The public address that moves along with the host name, where it was made from it. */
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

/** Asks on a terminal whether a tenant that holds something goes with all of it. */
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

/** The options by the rules of the settings that mean the same. */
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
