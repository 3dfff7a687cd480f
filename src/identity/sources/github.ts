import { createHash } from 'node:crypto'
import { SourceProblem } from './problem.ts'
import type { Brought, Protocol, SpokenSource } from './protocol.ts'

/**
 * GitHub: OAuth 2.0 with PKCE, without an ID token. The API says who the person is. Only the primary e-mail address
 * counts, and only if GitHub has verified it.
 */
export const github: Protocol = {
  async begin({ source, callback, note }, { state, verifier, hint }) {
    const url = new URL(`${source.issuer}/login/oauth/authorize`)
    url.search = String(
      new URLSearchParams({
        client_id: source.clientId,
        redirect_uri: callback,
        scope: source.scopes.join(' '),
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(hint !== undefined && { login: hint }),
      }),
    )
    note('authorization', { endpoint: `${url.origin}${url.pathname}`, scope: source.scopes.join(' ') })
    return url.href
  },

  async end(spoken, { state, verifier }, parameters): Promise<Brought> {
    const { note } = spoken
    if (parameters.getAll('state').join() !== state)
      throw new SourceProblem('forged', 'The state does not match the request.')
    const error = parameters.get('error')
    if (error !== null) throw new SourceProblem(error === 'access_denied' ? 'cancelled' : 'refused', error)
    const token = await tokenFor(spoken, parameters.getAll('code').join(), verifier)
    note('token', { access_token: 'received' })
    const user = await told(spoken, token, '/user')
    const emails = await told(spoken, token, '/user/emails')
    const id = 'id' in user ? user.id : undefined
    if (typeof id !== 'number' || !Number.isSafeInteger(id))
      throw new SourceProblem('away', 'GitHub returned no user ID.')
    note('user', { id: String(id), emails: String(Array.isArray(emails) ? emails.length : 0) })
    const email = primary(emails)
    const claims = { ...user, email, email_verified: email !== undefined }
    return { subject: String(id), claims, provedAt: undefined, sid: undefined, idToken: undefined }
  },
}

async function tokenFor(
  { source, secret, send, callback }: SpokenSource,
  code: string,
  verifier: string,
): Promise<string> {
  const answer = await send(`${source.issuer}/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: source.clientId,
      ...(secret !== null && { client_secret: secret }),
      redirect_uri: callback,
      code,
      code_verifier: verifier,
    }),
  })
  const body = await parsed(answer)
  const { access_token: token, error } = body as { access_token?: unknown; error?: unknown }
  if (typeof token === 'string') return token
  if (answer.status >= 500) throw new SourceProblem('away', `GitHub answered with ${answer.status}.`)
  const kind = error === 'bad_verification_code' ? 'forged' : 'settings'
  throw new SourceProblem(kind, `GitHub answered ${String(error ?? answer.status)}.`)
}

/** Calls the API. GitHub Enterprise Server has it below its own address. */
async function told({ source, send }: SpokenSource, token: string, path: string): Promise<object> {
  const { protocol, host } = new URL(source.issuer)
  const api = host === 'github.com' ? `${protocol}//api.${host}` : `${source.issuer}/api/v3`
  const answer = await send(`${api}${path}`, {
    headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${token}` },
  })
  if (answer.status !== 200)
    throw new SourceProblem(isAway(answer) ? 'away' : 'refused', `GitHub answered with ${answer.status}.`)
  return await parsed(answer)
}

/** What depends on the token of a person, such as scopes that they removed from the address, says nothing about GitHub. */
function isAway({ status, headers }: Response): boolean {
  return status >= 500 || status === 429 || headers.get('x-ratelimit-remaining') === '0'
}

async function parsed(answer: Response): Promise<object> {
  try {
    return Object(await answer.json())
  } catch (error) {
    throw new SourceProblem('away', 'The response of GitHub is not JSON.', error)
  }
}

function primary(emails: unknown): string | undefined {
  const all: { email?: unknown; primary?: unknown; verified?: unknown }[] = Array.isArray(emails)
    ? emails
    : []
  const found = all.find(one => one?.primary === true && one.verified === true)
  return typeof found?.email === 'string' ? found.email : undefined
}
