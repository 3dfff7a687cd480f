import { Command } from 'commander'
import { BadSettings, configFrom } from '../config.ts'
import { Refusal } from '../core/refusal.ts'
import { createTenant } from '../identity/identity.ts'
import { type CommonOptions, onInstallation, print } from './installation.ts'

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
    .option('-j, --json', 'print JSON')
    .action(
      async (options: CommonOptions & { name: string; host: string; url?: string; locale?: string }) => {
        const { name, host } = options
        const own = configFrom()
        const { publicUrl, locale } = checkedOptions(options)
        if (host === new URL(own.publicUrl ?? `http://${own.host}`).hostname) {
          throw new Refusal('tenant_taken', { what: 'host', value: host })
        }
        print(
          await onInstallation((store, master) =>
            createTenant(store, master, { name, host, publicUrl, locale }),
          ),
          options,
        )
      },
    )
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
function checkedOptions({ host, url, locale }: { host: string; url?: string; locale?: string }) {
  try {
    const config = configFrom({ TABARD_PUBLIC_URL: url ?? `https://${host}`, TABARD_LOCALE: locale })
    return { publicUrl: config.publicUrl!, locale: config.locale ?? null }
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error
    const named = error.message.replace('TABARD_PUBLIC_URL', url === undefined ? '--host' : '--url')
    throw new BadSettings(named.replace('TABARD_LOCALE', '--locale'))
  }
}
