/** A mail could not be sent: one sentence for operators, without credentials and without the content of the mail. */
export class Undelivered extends Error {
  override readonly name = 'Undelivered'
  /** Whether another try may succeed. */
  readonly kind: 'temporary' | 'permanent'

  constructor(kind: 'temporary' | 'permanent', problem: string) {
    super(problem)
    this.kind = kind
  }
}

/** The properties of nodemailer's errors. */
interface Failure {
  readonly code?: string
  /** The code of the system or of TLS that caused nodemailer's error. */
  readonly originalCode?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

const CAUSES: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server did not accept the username and the password',
  ENOAUTH: 'The mail server requires a username and a password',
  ETLS: 'A secure connection to the mail server could not be made',
  EDNS: 'The name of the mail server was not found',
  ETIMEDOUT: 'The mail server did not answer in time',
  ESOCKET: 'The mail server was not reached',
  ECONNECTION: 'The mail server closed the connection',
}

const REFUSED: Readonly<Record<string, string>> = {
  'RCPT TO': 'The mail server rejected the recipient',
  'MAIL FROM': 'The mail server rejected the sender',
  DATA: 'The mail server rejected the mail',
}

// These status codes concern the session, not the mail: a command out of order, or missing authentication.
const OF_THE_SESSION = new Set([503, 530])

/** Translates an error of nodemailer. The error is not kept as the cause, because it may quote the mail. */
export function undelivered(error: unknown, secrets: readonly string[]): Undelivered {
  const failure = error as Failure
  const { command = '', responseCode: status = 0, code = '' } = failure
  const refused = status >= 400 ? REFUSED[command] : undefined
  const final = status >= 500 && !OF_THE_SESSION.has(status) && (command === 'RCPT TO' || command === 'DATA')
  const what = refused ?? CAUSES[code] ?? 'The mail could not be handed to the mail server'
  const detail = details(failure, secrets)
  return new Undelivered(final ? 'permanent' : 'temporary', `${what}${detail && ` (${detail})`}.`)
}

/**
 * Quotes the server's response only if the server had not seen the mail yet. Otherwise, only the codes are safe to
 * show.
 */
function details({ command, response, originalCode, code }: Failure, secrets: readonly string[]): string {
  const answer = visible(response ?? '')
  const early = command === 'RCPT TO' || command === 'MAIL FROM'
  if (early && answer !== '' && !secrets.some(secret => answer.includes(secret))) return answer
  const codes = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(answer)?.[0].replace('-', ' ')
  const own = code !== undefined && code in CAUSES ? originalCode : (originalCode ?? code)
  return codes ?? (/^[A-Z][A-Z0-9_]{2,40}$/.test(own ?? '') ? own! : '')
}

function visible(text: string): string {
  return text
    .replace(/[^\x21-\x7e]+/g, ' ')
    .trim()
    .slice(0, 160)
    .replace(/\.$/, '')
}
