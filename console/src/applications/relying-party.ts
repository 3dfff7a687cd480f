/** The settings that a program needs to send people to the service. */
export interface RelyingParty {
  readonly issuer: string
  readonly clientId: string
  readonly redirect: string
  /** Whether it has no secret, and authenticates by PKCE alone. */
  readonly public: boolean
}

/** A complete Node.js application that people can sign in to, ready to paste and run. */
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
const begun = new Map() // Sign-ins that have begun, by cookie. Your application keeps them in its session.

async function begin(response) {
  const [id, state, nonce] = [client.randomState(), client.randomState(), client.randomNonce()]
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  begun.set(id, { pkceCodeVerifier, expectedState: state, expectedNonce: nonce })
  const challenge = await client.calculatePKCECodeChallenge(pkceCodeVerifier)
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const asked = { redirect_uri: redirect.href, scope: 'openid profile email', state, nonce, ...pkce }
  const location = client.buildAuthorizationUrl(config, asked).href
  response.writeHead(303, { location, 'set-cookie': \`sign-in=\${id}; Path=/; HttpOnly; SameSite=Lax\` }).end()
}

async function answer(request, response) {
  const url = new URL(request.url, redirect)
  const id = /sign-in=([\\w-]+)/.exec(request.headers.cookie)?.[1]
  const checks = begun.get(id)
  if (url.pathname !== redirect.pathname || checks === undefined) return begin(response)
  begun.delete(id)
  const tokens = await client.authorizationCodeGrant(config, url, checks)
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.end(\`You are signed in.\\n\${JSON.stringify(tokens.claims(), null, 2)}\\n\`)
}

createServer((request, response) =>
  answer(request, response).catch(error => response.writeHead(500).end(\`The sign-in failed: \${error.message}\\n\`)),
).listen(redirect.port || 3000)
`
}

function startOf(redirect: string): string {
  return URL.parse(redirect)?.origin.replace(/^null$/, '') || 'it'
}

/** A text as a JavaScript literal, because a URL may contain a quotation mark. */
function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
