import { Command } from 'commander'
import { BadSettings, type Config, configFrom } from '../config.ts'
import { Refusal } from '../core/refusal.ts'
import { createTenant, updateTenant } from '../identity/identity.ts'
import { type CommonOptions, onInstallation, print } from './installation.ts'

interface TenantOptions {
  readonly name: string
  readonly host: string
  readonly url?: string
  readonly locale?: string
  readonly factors?: string
}

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
    .option('--locale <locale>', 'the locale for those who ask for none that there is')
    .option('--factors <list>', FACTORS)
    .option('-j, --json', 'print JSON')
    .action(async (options: CommonOptions & TenantOptions) => {
      const { name, host } = options
      const own = configFrom()
      const { publicUrl, locale, factors } = checkedOptions(options)
      if (host === new URL(own.publicUrl ?? `http://${own.host}`).hostname) {
        throw new Refusal('tenant_taken', { what: 'host', value: host })
      }
      print(
        await onInstallation((store, master) =>
          createTenant(store, master, { name, host, publicUrl, locale, factors }),
        ),
        options,
      )
    })
  tenant
    .command('update <tenant>')
    .description('change which second factors count in a tenant, named by its id or name')
    .requiredOption('--factors <list>', `${FACTORS}; service follows TABARD_SECOND_FACTORS`)
    .option('-j, --json', 'print JSON')
    .action(async (reference: string, options: CommonOptions & { factors: string }) => {
      const factors = options.factors === 'service' ? null : checkedFactors(options.factors)
      print(await onInstallation(store => updateTenant(store, reference, { factors })), options)
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

/** The options by the rules of the settings that mean the same. */
function checkedOptions({ host, url, locale, factors }: TenantOptions) {
  const config = checked(
    { TABARD_PUBLIC_URL: url ?? `https://${host}`, TABARD_LOCALE: locale },
    { TABARD_PUBLIC_URL: url === undefined ? '--host' : '--url', TABARD_LOCALE: '--locale' },
  )
  return {
    publicUrl: config.publicUrl!,
    locale: config.locale ?? null,
    factors: factors === undefined ? null : checkedFactors(factors),
  }
}

function checkedFactors(list: string) {
  return checked({ TABARD_SECOND_FACTORS: list }, { TABARD_SECOND_FACTORS: '--factors' }).secondFactors
}

/** Settings whose mistakes are told by the names of the options that they came from. */
function checked(environment: Record<string, string | undefined>, names: Record<string, string>): Config {
  try {
    return configFrom(environment)
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error
    throw new BadSettings(
      Object.entries(names).reduce((text, [variable, name]) => text.replace(variable, name), error.message),
    )
  }
}
