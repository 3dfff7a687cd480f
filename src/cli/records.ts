import { Command } from 'commander'
import { Refusal } from '../core/refusal.ts'
import { accountOf, rotateSigningKey } from '../identity/identity.ts'
import { type CommonOptions, count, onTenant, print, withCommonOptions } from './installation.ts'

/** `tabard audit`: who signed in, and what was changed. */
export function auditCommand(): Command {
  return withCommonOptions(new Command('audit'))
    .description('sign-ins and changes, the newest first')
    .option('--account <id or user name>', 'of one account')
    .option('--limit <number>', 'how many', count, 100)
    .action(async (options: CommonOptions & { account?: string; limit: number }) => {
      const entries = await onTenant(options.tenant, async store => {
        const { account } = options
        const id = account === undefined ? undefined : await idOf(store, account)
        return await store.audit(options.limit, id)
      })
      const rows = entries.map(({ at, event, account, application, address, details }) => ({
        at: new Date(at).toISOString(),
        event,
        account,
        application,
        address,
        details: options.json ? details : Object.entries(details).map(([name, value]) => `${name}=${value}`),
      }))
      print(rows, options)
    })
}

/** Entries outlive their accounts: an id that is no longer known is taken as it is. */
async function idOf(store: Parameters<typeof accountOf>[0], reference: string): Promise<string> {
  try {
    return (await accountOf(store, reference)).id
  } catch (error) {
    if (error instanceof Refusal) return reference
    throw error
  }
}

/** `tabard keys`: what ID tokens are signed with. */
export function keysCommand(): Command {
  const keys = new Command('keys').description('keys that sign for applications')
  withCommonOptions(keys.command('rotate'))
    .description('replace the signing key now; those before stay known for a month')
    .action(async (options: CommonOptions) => {
      const id = await onTenant(options.tenant, store => rotateSigningKey(store, Date.now()))
      print({ kid: id }, options)
    })
  return keys
}
