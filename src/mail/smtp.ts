import { randomUUID } from 'node:crypto'
import { type Mailbox, mailbox, senderMailbox } from '../core/mailbox.ts'
import { Undelivered, undelivered } from './undelivered.ts'

/** A mail as it is handed to the mail server. */
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

/** Whatever hands mails to a mail server. */
export interface Transport {
  /** Fails with Undelivered. */
  send(message: Message): Promise<void>
  /** Ends every connection; what is being sent fails. */
  close(): void
}

export interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…`, with the parameters that nodemailer takes. */
  readonly url: string
  readonly sender: Mailbox
  /** How long one mail may take, however busy the server looks; shorter than the claim of the outbox. */
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
const LONGEST_SUBJECT = 250

/** The sender where none is configured: no-reply at the host of the public address. */
export function defaultSender(publicUrl: string): Mailbox {
  const host = URL.parse(publicUrl)?.hostname ?? ''
  return { name: 'Tabard', address: mailbox(`no-reply@${host}`) ?? localSender(host) }
}

// Mail servers for development accept any sender, and only they see this one.
function localSender(host: string): string {
  return /^[a-z0-9-]+$/.test(host) ? `no-reply@${host}` : 'no-reply@localhost'
}

/** Sends by SMTP over a few connections that are kept for the next mail. */
export function smtpTransport({ url, sender, longest = 90_000 }: SmtpOptions): Transport {
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
  // Loaded when there is a mail to send: it takes 20 MB.
  const { createTransport } = await import('nodemailer')
  return createTransport({ ...connectionOptions(url), pool: true, maxConnections: 4 })
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
    socketTimeout: 30_000,
    idleTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A mail as nodemailer takes it. */
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

/** Removes what mail programs would take for an encoded word, and shortens the text to fit a line without blanks. */
function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()
  return [...line].slice(0, LONGEST_SUBJECT).join('')
}

/** Every line ended by CR LF: a bare CR or LF is where servers disagree about the end of a mail. */
function lines(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/\r\n?|\n/g, '\r\n')
}

/** Host and port of a mail server, for people. */
export function serverName(url: string): string {
  const { host, protocol } = parsed(url)
  return /:\d+$/.test(host) ? host : `${host}:${protocol === 'smtps:' ? 465 : 587}`
}

/** Without the error of the parser, which holds the address and so the password. */
function parsed(url: string): URL {
  const address = URL.parse(url)
  if (address === null) throw new Error('the address of the mail server is not well formed')
  return address
}

/** User name and password of an address, percent-encoded and decoded. */
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
