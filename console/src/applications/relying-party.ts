/** What a program has to know to send people to the service. */
export interface RelyingParty {
  readonly issuer: string
  readonly clientId: string
  readonly redirect: string
  /** Whether it has no secret, and proves itself by PKCE alone. */
  readonly public: boolean
}

/** A whole application for Node.js that people sign in to: to paste, and to run as it is. */
export function relyingPartyProgram({ issuer, clientId, redirect, public: open }: RelyingParty): string {
  const proof = open ? 'undefined, client.None()' : 'process.env.OIDC_CLIENT_SECRET, undefined'
  const run = open ? 'node app.mjs' : "OIDC_CLIENT_SECRET='…' node app.mjs"
  return `// npm install openid-client
// Save this as app.mjs, run ${run}, and open ${startOf(redirect)}
import { createServer } from 'node:http'
import * as client from 'openid-client'

const issuer = new URL(${literal(issuer)})
const redirect = new URL(${literal(redirect)})
// Plain HTTP is for trials on your own machine only.
const options = issuer.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {}
const config = await client.discovery(issuer, ${literal(clientId)}, ${proof}, options)

// Sign-ins that have begun, by a cookie. Your application keeps them in its session instead.
const begun = new Map()

async function begin(response) {
  const checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
  }
  const location = client.buildAuthorizationUrl(config, {
    redirect_uri: redirect.href,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
  })
  const id = client.randomState()
  begun.set(id, checks)
  const cookie = \`sign-in=\${id}; Path=/; HttpOnly; SameSite=Lax\`
  response.writeHead(303, { location: location.href, 'set-cookie': cookie }).end()
}

async function finish(request, response) {
  const id = /sign-in=([\\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
  const checks = begun.get(id)
  if (checks === undefined) return begin(response)
  begun.delete(id)
  const tokens = await client.authorizationCodeGrant(config, new URL(request.url, redirect), checks)
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.end(\`You are signed in.\\n\${JSON.stringify(tokens.claims(), null, 2)}\\n\`)
}

createServer((request, response) => {
  const { pathname } = new URL(request.url, redirect)
  const answer =
    pathname === redirect.pathname
      ? finish(request, response)
      : pathname === '/'
        ? begin(response)
        : Promise.resolve(response.writeHead(404).end())
  answer.catch(error => response.writeHead(500).end(\`The sign-in failed: \${error.message}\\n\`))
}).listen(redirect.port || 3000)
`
}

function startOf(redirect: string): string {
  return URL.parse(redirect)?.origin.replace(/^null$/, '') || 'it'
}

/** A text as JavaScript writes it: an address may have a quotation mark in it. */
function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
