import { setTimeout as sleep } from 'node:timers/promises'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SMTPConnectionAuth } from 'nodemailer/lib/smtp-connection'
import { Refusal } from '../core/refusal.ts'
import { shortened } from '../core/text.ts'
import { composed, connectionOptions, type SmtpOptions, secretsOf, serverName } from './smtp.ts'
import { undelivered } from './undelivered.ts'

/** A line of the conversation with a mail server, without credentials. */
interface SaidLine {
  readonly by: 'service' | 'server'
  readonly text: string
}

/** The result of a check. */
export interface Checked {
  /** Why mails cannot be sent; null if they can. */
  readonly problem: string | null
  readonly lines: readonly SaidLine[]
}

/** The mail server, for people. */
export interface MailServer {
  /** Host and port. */
  readonly name: string
  /** The sender of mails whose template names none. */
  readonly sender: string
  /** Connects and signs in as for sending, one check at a time. With a recipient, it also sends a test mail. */
  check(to?: string): Promise<Checked>
}

const LONGEST = 15_000
const FAREWELL = 1_000
const MOST_LINES = 200
const LONGEST_LINE = 300
const OPEN_COMMANDS = /^(?:EHLO|HELO|STARTTLS|MAIL FROM|RCPT TO|DATA|RSET|QUIT)\b/i

const TEST_MAIL = {
  from: '',
  subject: 'Test mail from Tabard',
  text: 'This is a test mail. The mail server accepts mails from Tabard.\n',
  html: '<p>This is a test mail. The mail server accepts mails from Tabard.</p>\n',
}

/** The mail server that mails are sent by. */
export function mailServer(options: SmtpOptions): MailServer {
  const { name, address } = options.sender
  let running = false
  return {
    name: serverName(options.url),
    sender: name === '' ? address : `${name} <${address}>`,
    async check(to) {
      if (running) throw new Refusal('mail_check_running', {})
      running = true
      try {
        return await checked(options, to)
      } finally {
        running = false
      }
    },
  }
}

async function checked({ url, sender, longest = LONGEST }: SmtpOptions, to?: string): Promise<Checked> {
  const [{ default: Connection }, { default: Transport }, { default: MailComposer }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/smtp-transport'),
    import('nodemailer/lib/mail-composer'),
  ])
  const secrets = [...new Set(secretsOf(url))]
  const lines: SaidLine[] = []
  const debug = ({ tnx }: { tnx?: string }, words: string) => {
    if ((tnx === 'server' || tnx === 'client') && lines.length < MOST_LINES)
      lines.push(...(tnx === 'server' ? serverLines(words, secrets) : ownLines(words)))
  }
  const settings = { ...connectionOptions(url), transactionLog: true, logger: { debug, info() {} } }
  const transport = new Transport(settings)
  const connection = new Connection(transport.options)
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => {})
  connection.on('error', error => broken.reject(error))
  const ended = new Promise<void>(resolve => void connection.once('end', () => resolve()))
  ended.then(() => broken.reject(Object.assign(new Error('it ended'), { code: 'ECONNECTION' })))
  const timeout = Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })
  const stalled = setTimeout(() => broken.reject(timeout), longest)
  try {
    const mail = to === undefined ? undefined : composed({ ...TEST_MAIL, to }, to, sender)
    const raw = mail && (await new MailComposer(mail).compile().build())
    const auth = transport.getAuth({}) || undefined
    await Promise.race([broken.promise, spoken(connection, auth, mail && [mail.envelope, raw!])])
    connection.quit()
    await Promise.race([ended, sleep(FAREWELL)])
    return { problem: null, lines }
  } catch (error) {
    return { problem: undelivered(error, secrets).message, lines }
  } finally {
    clearTimeout(stalled)
    connection.close()
  }
}

async function spoken(
  connection: SMTPConnection,
  auth: SMTPConnectionAuth | undefined,
  mail: [{ from: string; to: string }, Buffer] | undefined,
): Promise<void> {
  await told(done => connection.connect(done))
  if (auth !== undefined && connection.allowsAuth) await told(done => connection.login(auth, done))
  if (mail !== undefined) await told(done => connection.send(...mail, done))
}

function told(ask: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => ask(error => (error ? reject(error) : resolve())))
}

/** Leaves out the lines of the authentication. */
function ownLines(words: string): SaidLine[] {
  const text = OPEN_COMMANDS.test(words) ? words : `${/^AUTH [\w-]+/i.exec(words)?.[0] ?? ''} …`.trim()
  return [{ by: 'service', text: visible(text) }]
}

/** The full answer of the server. For real mails it is shortened, but the test mail has no secrets. */
function serverLines(words: string, secrets: readonly string[]): SaidLine[] {
  // The credentials in plain text and in base64, one by one and combined, as SMTP sends them.
  const plain = secrets.flatMap(user => secrets.map(password => `\0${user}\0${password}`))
  const hidden = [...secrets, ...[...secrets, ...plain].map(text => Buffer.from(text).toString('base64'))]
  return words.split(/\r?\n/).map(line => ({
    by: 'server',
    text: hidden.some(secret => line.includes(secret)) ? `${line.slice(0, 4).trim()} …` : visible(line),
  }))
}

function visible(text: string): string {
  const line = text.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return shortened(line.trim(), LONGEST_LINE)
}
