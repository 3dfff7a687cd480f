import { Command } from 'commander'
import { Refusal } from '../core/refusal.ts'
import { accountOf, rotateSigningKey } from '../identity/identity.ts'
import { type CommonOptions, count, onTenant, print, withCommonOptions } from './installation.ts'

/** `tabard outbox`: the mails that wait, were sent or were given up. */
export function outboxCommand(): Command {
  const outbox = new Command('outbox').description('mails that wait, were sent or were given up')
  withCommonOptions(outbox.command('list'))
    .description('the newest mails first')
    .option('--limit <number>', 'how many', count, 50)
    .action(async (options: CommonOptions & { limit: number }) => {
      const mails = await onTenant(options.tenant, store => store.mails(options.limit))
      const rows = mails.map(({ id, createdAt, state, event, recipient, subject, tries, problem }) => ({
        id,
        createdAt: new Date(createdAt).toISOString(),
        state,
        event,
        recipient,
        subject,
        tries,
        problem,
      }))
      print(rows, options)
    })
  withCommonOptions(outbox.command('show <id>'))
    .description('a mail with its text; --json has the HTML as well. The content of a sent mail is not kept')
    .action(async (id: string, options: CommonOptions) => {
      const mail = await onTenant(options.tenant, store => store.mail(id))
      if (mail === undefined) throw new Refusal('mail_unknown', { mail: id })
      if (options.json) return print(mail, options)
      const { html: _, text, ...head } = mail
      print(head, options)
      console.log(`\n${text}`)
    })
  return outbox
}

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
