import { Command, InvalidArgumentError } from 'commander'
import { configFrom } from '../config.ts'
import { mailbox } from '../core/mailbox.ts'
import { invalidValue, Refusal } from '../core/refusal.ts'
import {
  COMMAND_LINE,
  dropHeld,
  dropMail,
  retryMail,
  retryMails,
  testMailSent,
  viewedMail,
} from '../identity/identity.ts'
import { configuredMailServer } from '../installation.ts'
import { type CommonOptions, count, onTenant, print, printFirst, withCommonOptions } from './installation.ts'

/** `tabard outbox`: mails that are waiting, were sent, or were given up. */
export function outboxCommand(): Command {
  const outbox = new Command('outbox').description('mails that are waiting, held, sent or given up')
  withCommonOptions(outbox.command('list'))
    .description('list mails, newest first')
    .option('--limit <number>', 'show at most this many (default: 50)', count)
    .action(async (options: CommonOptions & { limit?: number }) => {
      const list = async (limit: number) => {
        const mails = await onTenant(options.tenant, store => store.outbox.list(limit))
        return mails.map(({ id, createdAt, state, event, recipient, subject, tries, problem }) => ({
          id,
          createdAt: new Date(createdAt).toISOString(),
          state,
          event,
          recipient,
          subject,
          tries,
          problem,
        }))
      }
      await printFirst(list, 50, options, 'There are no mails.')
    })
  withCommonOptions(outbox.command('show <id>'))
    .description('show a mail with its text; --json adds the HTML. The content of a sent mail is not kept')
    .action(async (id: string, options: CommonOptions) => {
      const mail = await onTenant(options.tenant, store => viewedMail(store, id, COMMAND_LINE, store.now()))
      if (options.json) return print(mail, options)
      const { html: _, text, ...head } = mail
      print(head, options)
      console.log(`\n${text}`)
    })
  withCommonOptions(outbox.command('retry [id]'))
    .description('send a mail now; without an id, all mails that were given up')
    .option('--held', 'all mails from before a mail server was set')
    .action(async (id: string | undefined, options: CommonOptions & { held?: boolean }) => {
      const retried = await onTenant(options.tenant, async store => {
        const state = options.held ? 'held' : 'given-up'
        if (id === undefined) return await retryMails(store, state, COMMAND_LINE, store.now())
        await retryMail(store, id, COMMAND_LINE, store.now())
        return 1
      })
      print({ retried }, options)
    })
  withCommonOptions(outbox.command('drop [id]'))
    .description('cancel a mail and remove its content')
    .option('--held', 'all mails from before a mail server was set')
    .action(async (id: string | undefined, options: CommonOptions & { held?: boolean }) => {
      if ((id === undefined) !== (options.held ?? false))
        throw invalidValue('Give the id of a mail, or --held for all mails that are held.')
      const dropped = await onTenant(options.tenant, async store => {
        if (id === undefined) return await dropHeld(store, COMMAND_LINE, store.now())
        await dropMail(store, id, COMMAND_LINE, store.now())
        return 1
      })
      print({ dropped }, options)
    })
  withCommonOptions(outbox.command('check'))
    .description('test the connection to the mail server, and print what it answers')
    .option('--to <address>', 'send a test mail to this address', recipient)
    .action(async (options: CommonOptions & { to?: string }) => await check(options))
  return outbox
}

async function check(options: CommonOptions & { to?: string }): Promise<void> {
  const { to } = options
  const server = configuredMailServer(configFrom())
  if (server === undefined) throw new Refusal('mail_server_unset', {})
  if (to !== undefined)
    await onTenant(options.tenant, store => testMailSent(store, to, COMMAND_LINE, store.now()))
  const { problem, lines } = await server.check(to)
  if (options.json) print({ server: server.name, problem, lines }, options)
  else for (const { by, text } of lines) console.log(`${by === 'server' ? '<' : '>'} ${text}`)
  if (problem === null) return
  // The mail server was reached and understood if it rejects a recipient, a sender or a mail.
  const advice = problem.includes(' rejected ') ? '' : ' Check TABARD_SMTP_URL.'
  console.error(`${server.name}: ${problem}${advice}`)
  process.exitCode = 1
}

function recipient(value: string): string {
  const address = mailbox(value)
  if (address === undefined) throw new InvalidArgumentError('It must be one e-mail address.')
  return address
}
