import { Command } from 'commander'
import { BadSettings, configFrom } from '../config.ts'
import { createTenant, updateTenant } from '../identity/identity.ts'
import { addressesOf } from '../installation.ts'
import type { Store } from '../store/store.ts'
import { type CommonOptions, onInstallation, print, tenantOf } from './installation.ts'

interface TenantOptions extends CommonOptions {
  readonly name?: string
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
    .option('--console-url <address>', CONSOLE)
    .option('--no-console-url', 'take its console away')
    .option('--locale <locale>', 'the language used when none of the visitor’s languages is available')
    .option('--factors <list>', `${FACTORS}; service follows TABARD_SECOND_FACTORS`)
    .option('--tick-scopes', 'tick the boxes of consent pages for people, unless they refused before')
    .option('--no-tick-scopes', 'leave the boxes of consent pages empty (default)')
    .option('-j, --json', 'print JSON')
    .action(async (wanted: string, options: TenantOptions) => {
      const { consoleUrl, locale, factors } = checkedOptions(options)
      const change = {
        name: options.name,
        consoleUrl: options.consoleUrl === false ? null : consoleUrl,
        locale,
        factors,
        ticksScopes: options.tickScopes,
      }
      const own = addressesOf(configFrom())
      const changed = await onInstallation(async store =>
        updateTenant(store, await tenantOf(store, wanted), change, own),
      )
      print(changed, options)
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
