import { hash } from 'node:crypto'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import type { TestPair } from '../support/certificate.ts'
import { addApplication } from '../support/people.ts'
import type { TestService } from '../support/service.ts'
import { listen, type Transport } from './transport.ts'

/** What the token endpoint answers. */
export interface Tokens {
  readonly access_token?: string
  readonly refresh_token?: string
  readonly id_token?: string
  readonly scope?: string
  readonly error?: string
}

/** A public application with a server of its own. */
export interface Application {
  readonly url: string
  readonly clientId: string
  /** The tokens of everybody who has signed in, in their order. */
  readonly signedIn: readonly Tokens[]
  /** The address at which signing in begins. Without a verifier it is the application's own. */
  authorization(parameters?: Readonly<Record<string, string>>, verifier?: string): string
  /** Exchanges a code, as whoever holds the verifier. */
  redeem(code: string, verifier?: string): Promise<Tokens>
  refresh(token: string): Promise<Tokens>
  stop(): Promise<void>
}

interface Settings {
  readonly name: string
  readonly themeId: string
  readonly consent: boolean
}

/** Starts an application, and registers it. */
export async function startApplication(
  { service, transport, pair }: { service: TestService; transport: Transport; pair: TestPair },
  role: 'bank' | 'fun',
  settings: Settings,
): Promise<Application> {
  const own = `${role}-verifier-0123456789-0123456789-0123456789`
  const signedIn: Tokens[] = []
  const server = await listen(transport, role, pair, (request, response) => {
    const query = new URL(request.url!, 'http://any').searchParams
    const page = (heading: string) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
        .end(`<!doctype html><title>${heading}</title><link rel="icon" href="data:,"><h1>${heading}</h1>`)
    const code = query.get('code')
    if (code === null) return void page(`${settings.name}: ${query.get('error') ?? 'home'}`)
    redeem(code).then(
      tokens => {
        signedIn.push(tokens)
        page(`${settings.name}: ${tokens.error ?? 'signed in'}`)
      },
      (error: Error) => page(error.message),
    )
  })
  const redirect = `${server.url}/callback`
  const { clientId } = await addApplication(service, { ...settings, public: true, redirects: [redirect] })

  const token = async (form: Record<string, string>): Promise<Tokens> => {
    const body = new URLSearchParams({ client_id: clientId, ...form })
    return (await (
      await fetch(`${service.url}${ISSUER_PATH}/token`, { method: 'POST', body })
    ).json()) as Tokens
  }
  const redeem = async (code: string, verifier = own): Promise<Tokens> =>
    await token({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirect })

  return {
    url: server.url,
    clientId,
    signedIn,
    authorization(parameters = {}, verifier = own) {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        scope: 'openid profile',
        redirect_uri: redirect,
        state: 'some-state',
        code_challenge: hash('sha256', verifier, 'base64url'),
        code_challenge_method: 'S256',
        ...parameters,
      })
      return `${service.service.publicUrl}${ISSUER_PATH}/authorize?${query}`
    },
    redeem,
    refresh: async refresh_token => await token({ grant_type: 'refresh_token', refresh_token }),
    stop: server.stop,
  }
}
