import type { Config } from '../config.ts'
import {
  consoleAddress,
  consoleProblem,
  FIRST_TENANT,
  ISSUER_PATH,
  type OwnAddresses,
} from '../identity/identity.ts'
import { addressesOf, VERSION } from '../installation.ts'
import type { Bulk, Tenant } from '../store/store.ts'
import type { Finding } from './finding.ts'
import { UNTRUSTED } from './untrusted.ts'

const DEADLINE = 5_000

/** Whether the configured addresses are plausible and lead to this installation. */
export async function* addressFindings(
  config: Config,
  bulk: Bulk,
  offline: boolean,
): AsyncGenerator<Finding> {
  const own = addressesOf(config)
  yield await service(
    'public address',
    own.publicUrl,
    config.publicUrl,
    await keysOf(bulk, FIRST_TENANT),
    offline,
  )
  const tenants = await tenantsOf(bulk)
  for (const { id, name, publicUrl } of tenants) {
    if (publicUrl === null || id === FIRST_TENANT) continue
    yield await service(`tenant ${name}`, publicUrl, publicUrl, await keysOf(bulk, id), offline)
  }
  for (const tenant of tenants) yield await consoleFinding(tenant, tenants, own, offline)
}

async function tenantsOf(bulk: Bulk): Promise<Tenant[]> {
  const rows = await bulk.query('select id, name, host, public_url, console_url from tenants order by name')
  const text = (value: unknown) => (value === null ? null : String(value))
  return rows.map(({ id, name, host, public_url, console_url }) => ({
    id: String(id),
    name: String(name),
    host: text(host),
    publicUrl: text(public_url),
    consoleUrl: text(console_url),
    locale: null,
    factors: null,
  }))
}

async function keysOf(bulk: Bulk, tenant: string): Promise<Set<string>> {
  const id = `'${tenant.replaceAll("'", "''")}'`
  const rows = await bulk.query(`select id from tenant_keys where purpose = 'sign' and tenant = ${id}`)
  return new Set(rows.map(row => String(row.id)))
}

async function service(
  check: string,
  url: string,
  given: string | undefined,
  keys: ReadonlySet<string>,
  offline: boolean,
): Promise<Finding> {
  const failed = (text: string): Finding => ({ check, state: 'failed', text })
  if (isOpen(url))
    return failed(
      `${url} is not encrypted: passwords can be read on the way, and scripts of customized themes do not run unless TABARD_SCRIPTS_OVER_HTTP is on. Use https.`,
    )
  if (given === undefined && new URL(url).port === '0') {
    return {
      check,
      state: 'warning',
      text: 'the service listens on any free port, so its address is not known. Set TABARD_PUBLIC_URL.',
    }
  }
  if (offline) return { check, state: 'ok', text: `${url}, not checked because of --offline` }
  const ready = await fetched(`${url}/readyz`)
  if (ready.problem !== undefined) {
    return failed(unreached(url, ready.problem, '. Start the service, or check TABARD_PUBLIC_URL.'))
  }
  if (field(ready.body, 'status') !== 'ready') {
    return failed(`${url}/readyz answers ${ready.status}. Check the log of the service, and the proxy.`)
  }
  const found = (await fetched(`${url}${ISSUER_PATH}/jwks`)).body
  const known = field(found, 'keys')
  const ids = Array.isArray(known) ? known.map(key => field(key, 'kid')) : []
  if (keys.size > 0 && !ids.some(id => typeof id === 'string' && keys.has(id))) {
    return failed(`${url} is another installation: it signs with other keys. Check the database settings.`)
  }
  const version = field((await fetched(url)).body, 'version')
  if (version === VERSION) return { check, state: 'ok', text: `${url} is ready, version ${VERSION}` }
  const text = `${url} runs version ${version ?? 'unknown'}, and this is ${VERSION}. Restart the service.`
  return { check, state: 'warning', text }
}

/** Whether a tenant has a console at a valid address, and whether that address leads to the tenant's own console. */
async function consoleFinding(
  tenant: Tenant,
  tenants: readonly Tenant[],
  own: OwnAddresses,
  offline: boolean,
): Promise<Finding> {
  const isFirst = tenant.host === null
  const check = isFirst ? 'console address' : `console of ${tenant.name}`
  const set = isFirst
    ? 'set TABARD_CONSOLE_URL'
    : `run tabard tenant update ${tenant.id} --console-url <address>`
  const failed = (text: string): Finding => ({ check, state: 'failed', text })
  const url = consoleAddress(tenant, own)
  if (url === undefined) return { check, state: 'warning', text: `there is none: ${set}.` }
  if (isOpen(url)) return failed(`${url} is not encrypted: use https.`)
  const why = consoleProblem(url, tenant, tenants, own)
  if (why !== undefined) return failed(`${url} cannot be used, because ${why}: ${set}.`)
  if (offline) return { check, state: 'ok', text: `${url}, not checked because of --offline` }
  const { status, body, problem } = await fetched(`${url}/openapi.json`)
  if (problem !== undefined || status >= 400) {
    return failed(unreached(url, problem ?? String(status), `: look at the proxy, or ${set}.`))
  }
  const servers = field(body, 'servers')
  const origins = Array.isArray(servers) ? servers.map(server => field(server, 'url')) : []
  if (!origins.includes(url)) {
    return failed(`${url} leads to ${origins.join(' and ')} instead. Let the proxy pass the Host header on.`)
  }
  return { check, state: 'ok', text: `${url} answers` }
}

/** Whether others on the network could read the traffic. */
function isOpen(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return (
    protocol === 'http:' && !/^(?:localhost|.+\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/.test(hostname)
  )
}

/** Why an address was not reached, with advice unless its certificate is the reason. */
function unreached(url: string, problem: string, advice: string): string {
  if (!UNTRUSTED.has(problem)) return `${url} was not reached (${problem})${advice}`
  return `${url} was not reached, because its certificate is not trusted (${problem}). Name the file of its authority in NODE_EXTRA_CA_CERTS.`
}

interface Fetched {
  readonly status: number
  readonly body: unknown
  readonly problem?: string
}

async function fetched(url: string): Promise<Fetched> {
  try {
    const signal = AbortSignal.timeout(DEADLINE)
    const response = await fetch(url, { signal, redirect: 'manual', headers: { accept: 'application/json' } })
    const text = await response.text()
    return { status: response.status, body: parsed(text) }
  } catch (error) {
    const { name, cause } = error as Error
    const { code } = (cause ?? {}) as { code?: string }
    return { status: 0, body: undefined, problem: code ?? (name === 'TimeoutError' ? 'no answer' : name) }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}
