import { Command } from 'commander'
import { configFrom } from '../config.ts'
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
        const checked = configFrom({
          TABARD_PUBLIC_URL: options.url ?? `https://${options.host}`,
          TABARD_LOCALE: options.locale,
        })
        const { name, host } = options
        const publicUrl = checked.publicUrl!
        const locale = checked.locale ?? null
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
