import { randomUUID } from 'node:crypto'
import { type Mailbox, mailbox, senderMailbox } from '../core/mailbox.ts'
import { Undelivered, undelivered } from './undelivered.ts'

/** A mail that is passed to the mail server. */
export interface Message {
  /** The sender that the template names; if it is not one well-formed mailbox, the configured sender is used. */
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The left half of the Message-ID, the same for every try of one mail; the right half is the sender's domain. */
  readonly messageId?: string
}

/** Passes mails to a mail server. */
export interface Transport {
  /** Rejects with Undelivered if the mail cannot be sent. */
  send(message: Message): Promise<void>
  /** Closes every connection. Mails that are being sent fail. */
  close(): void
}

export interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…`, with the parameters that nodemailer supports. */
  readonly url: string
  readonly sender: Mailbox
  /** The time limit for one mail, even if the server keeps responding. */
  readonly longest?: number
}

// These parameters of the address would override the limits set here, or log mails.
const NOT_TAKEN = [
  'pool',
  'disableFileAccess',
  'disableUrlAccess',
  'logger',
  'debug',
  'transactionLog',
  'maxConnections',
]
/** A server has ten minutes to answer the end of a mail (RFC 5321, 4.5.3.2.6). If it is cut off, it may deliver the mail again. */
const SILENCE = 600_000
const LONGEST = SILENCE + 60_000
const LONGEST_SUBJECT = 250

/** The default sender: no-reply at the host of the public URL. */
export function defaultSender(publicUrl: string): Mailbox {
  const host = URL.parse(publicUrl)?.hostname ?? ''
  return { name: 'Tabard', address: mailbox(`no-reply@${host}`) ?? localSender(host) }
}

// Mail servers for development accept any sender, and only they get mails from this one.
function localSender(host: string): string {
  return /^[a-z0-9-]+$/.test(host) ? `no-reply@${host}` : 'no-reply@localhost'
}

/** Sends by SMTP over a few connections, which are reused for the next mails. */
export function smtpTransport({ url, sender, longest = LONGEST }: SmtpOptions): Transport {
  const secrets = secretsOf(url)
  let pool: ReturnType<typeof openPool> | undefined

  const send = async (message: Message) => {
    const to = mailbox(message.to)
    if (to === undefined) throw new Undelivered('permanent', 'The recipient is not one well-formed address.')
    pool ??= openPool(url)
    const mine = pool
    const stalled = setTimeout(() => {
      end(mine)
      if (pool === mine) pool = undefined
    }, longest)
    try {
      const connections = await mine
      await connections.sendMail(composed(message, to, senderMailbox(message.from, sender)))
    } catch (error) {
      throw undelivered(error, secrets)
    } finally {
      clearTimeout(stalled)
    }
  }

  return { send, close: () => end(pool) }
}

function end(pool: ReturnType<typeof openPool> | undefined): void {
  pool?.then(
    connections => connections.close({ force: true }),
    () => {},
  )
}

async function openPool(url: string) {
  // Loaded for the first mail, because it takes 20 MB of memory.
  const { createTransport } = await import('nodemailer')
  return createTransport({ ...connectionOptions(url), pool: true, maxConnections: 20 })
}

/** The options of every connection to a mail server. */
export function connectionOptions(url: string) {
  const address = parsed(url)
  for (const name of NOT_TAKEN) address.searchParams.delete(name)
  return {
    url: address.href,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: SILENCE,
    idleTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Converts a mail to the format of nodemailer. */
export function composed(
  { subject, html, text, messageId = randomUUID() }: Message,
  to: string,
  from: Mailbox,
) {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    from: { ...from },
    to: { name: '', address: to },
    envelope: { from: from.address, to },
    subject: oneLine(subject),
    html: lines(html),
    text: lines(text),
    messageId: `<${messageId.replace(/[^\w.-]/g, '')}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
  }
}

/**
 * Removes sequences that mail programs would decode as encoded words, and shortens text without blanks to fit a line.
 */
function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()
  return [...line].slice(0, LONGEST_SUBJECT).join('')
}

/** Ends every line with CR LF. Servers disagree about whether a bare CR or LF can end a mail. */
function lines(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/\r\n?|\n/g, '\r\n')
}

/** The host and port of a mail server, for people. */
export function serverName(url: string): string {
  const { host, protocol } = parsed(url)
  return /:\d+$/.test(host) ? host : `${host}:${protocol === 'smtps:' ? 465 : 587}`
}

/** Parses the URL. The parser's error is dropped, because it contains the URL and therefore the password. */
function parsed(url: string): URL {
  const address = URL.parse(url)
  if (address === null) throw new Error('the address of the mail server is not well formed')
  return address
}

/** The user name and password in a URL, both percent-encoded and decoded. */
export function secretsOf(url: string): string[] {
  const { username, password } = parsed(url)
  return [username, password].filter(Boolean).flatMap(encoded => [encoded, decoded(encoded)])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
