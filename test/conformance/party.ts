import assert from 'node:assert/strict'
import * as oidc from 'openid-client'
import { ISSUER_PATH, type IssuerPath } from '../../src/identity/identity.ts'
import type { Ground } from '../journeys/steps.ts'
import { addApplication } from '../support/people.ts'
import type { Person } from '../support/person.ts'

export const REDIRECT = 'https://app.example.com/callback'

export type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** What an application remembers of a request until its answer comes. */
export interface Asked {
  readonly address: URL
  readonly checks: oidc.AuthorizationCodeGrantChecks
}

/** An application that speaks the protocol by openid-client. */
export class Party {
  readonly config: oidc.Configuration
  readonly id: string
  readonly secret: string | undefined

  constructor(config: oidc.Configuration, id: string, secret: string | undefined) {
    this.config = config
    this.id = id
    this.secret = secret
  }

  get metadata(): oidc.ServerMetadata {
    return this.config.serverMetadata()
  }

  /** The same application, as it knows the service by another issuer. */
  async at(issuer: IssuerPath): Promise<Party> {
    return await discovered(new URL(issuer, this.metadata.issuer).href, this.id, this.secret)
  }

  /** A request for a code. */
  ask(parameters: Record<string, string> = {}): Asked {
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
    const whole = { redirect_uri: REDIRECT, scope: 'openid', state, nonce, ...parameters }
    return {
      address: oidc.buildAuthorizationUrl(this.config, whole),
      checks: { expectedState: state, expectedNonce: nonce },
    }
  }

  /** Sends somebody who is signed in to get a code, and redeems it. */
  async tokens(person: Person, parameters: Record<string, string> = {}): Promise<Tokens> {
    const asked = this.ask(parameters)
    await person.visit(asked.address.href)
    return await this.redeem(person, asked)
  }

  /** Redeems the code that somebody has brought back. */
  async redeem(
    person: Person,
    { checks }: Asked,
    options?: oidc.AuthorizationCodeGrantOptions,
  ): Promise<Tokens> {
    return await oidc.authorizationCodeGrant(this.config, backWith(person), checks, undefined, options)
  }
}

/** Adds an application to the service, which finds everything else out by itself. */
export async function party(
  { service }: Ground,
  settings: { public?: boolean; redirects?: string[] } = {},
  by: (secret: string) => oidc.ClientAuth = oidc.ClientSecretBasic,
): Promise<Party> {
  const made = await addApplication(service, {
    name: 'Party',
    redirects: [REDIRECT],
    logoutRedirects: ['https://app.example.com/bye'],
    ...settings,
  })
  return await discovered(service.url + ISSUER_PATH, made.id, made.clientSecret, by)
}

async function discovered(
  issuer: string,
  id: string,
  secret: string | undefined,
  by: (secret: string) => oidc.ClientAuth = oidc.ClientSecretBasic,
): Promise<Party> {
  const config = await oidc.discovery(
    new URL(issuer),
    id,
    {},
    secret === undefined ? oidc.None() : by(secret),
    { execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] },
  )
  return new Party(config, id, secret)
}

/** The address at which somebody came back to the application. */
export function backWith(person: Person): URL {
  assert.ok(person.left, `nobody came back: ${person.shown?.status} ${person.shown?.heading}`)
  return new URL(person.left)
}

/** What somebody came back with. */
export function answered(person: Person): Record<string, string> {
  return Object.fromEntries(backWith(person).searchParams)
}

/** That a request of the protocol is refused for a reason. */
export async function assertError(work: Promise<unknown>, error: string): Promise<void> {
  await assert.rejects(work, (thrown: Error & { error?: string; cause?: unknown }) => {
    assert.equal(thrown.error, error, `${thrown.message} ${JSON.stringify(thrown.cause)}`)
    return true
  })
}
