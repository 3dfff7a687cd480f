import { generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { identityOf } from '../test/support/identity.ts'
import { testService } from '../test/support/service.ts'
import { rateRow } from './load.ts'
import { costRow, cpuMs, type Row, TINY } from './measure.ts'
import { CLIENT_ID, CLIENT_SECRET, type ServerProcess, startProcess, startServiceProcess } from './process.ts'

const CHECKS = TINY ? 10 : 1_000
const CHECK_GOAL = 100
const ISSUE_GOAL = 0.8
const ISSUER = 'http://127.0.0.1'

/** What it costs to check an access token, and to issue one. */
export async function tokenRows(): Promise<Row[]> {
  return [await checkRow(), await issueRow()]
}

/** The check of a token that this node has seen before, beside the signature of one that nobody has to remember. */
async function checkRow(): Promise<Row> {
  const service = await testService('SQLite')
  const identity = await identityOf(service)
  try {
    const [tenant] = await service.service.store.tenants()
    const token = await service.token()
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const signed = await new SignJWT({ client_id: CLIENT_ID })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(ISSUER)
      .setExpirationTime('2h')
      .sign(privateKey)
    return await costRow(
      'check of a token (jose, ES256)',
      CHECK_GOAL,
      () => cpuMs(20 * CHECKS, () => identity.bearers.client(tenant!, token)),
      () => cpuMs(CHECKS, () => jwtVerify(signed, publicKey, { issuer: ISSUER })),
    )
  } finally {
    await identity.lastUses.stop()
    await service.stop()
  }
}

/** Tokens that are issued and stored, beside a provider that keeps them in memory. */
async function issueRow(): Promise<Row> {
  const service = await startServiceProcess('SQLite')
  try {
    const alone = await startProcess('bare-provider.ts', [CLIENT_ID, CLIENT_SECRET])
    try {
      const form = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, grant_type: 'client_credentials' }
      const target = ({ url, pid }: ServerProcess, path: string) => ({
        url: `${url}${path}`,
        pid,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      })
      return await rateRow(
        'issue of a token (oidc-provider alone)',
        target(service, '/v1.0/endpoint/default/token'),
        target(alone, '/token'),
        ISSUE_GOAL,
      )
    } finally {
      await alone.stop()
    }
  } finally {
    await service.stop()
  }
}
