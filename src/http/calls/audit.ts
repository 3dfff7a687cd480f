import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import {
  AUDIT_FORMATS,
  type AuditFormat,
  auditedAccount,
  auditLines,
  auditShown,
  instantOf,
  recordExport,
} from '../../identity/identity.ts'
import type { AuditQuery, AuditRecord, Store, TenantStore } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { actorIn } from '../request/auth.ts'
import { pageLimit } from '../request/paging.ts'
import { queryOf } from '../request/target.ts'
import { AUDIT } from './audit-calls.ts'

const PARAMETERS = ['account', 'application', 'event', 'from', 'to', 'limit', 'cursor', 'format']
const TYPES: Record<AuditFormat, string> = { csv: 'text/csv', jsonl: 'application/x-ndjson' }
const CURSOR = /^(\d{1,16}) (\d{20} [\da-f-]{36})$/

/** Who signed in, and what was changed. Only administrators can read it in the console, because it contains names. */
export function audit(app: FastifyInstance, { store }: { store: Store }): void {
  resource(app, '/audit', AUDIT, {
    async GET(request, reply) {
      const here = store.tenant(request.tenant.id)
      const given = queryOf(request.raw.url!, PARAMETERS)
      const query = await wanted(here, given)
      const format = wantedFormat(request, given.get('format'))
      reply.header('cache-control', 'no-store').header('vary', 'accept')
      if (format !== undefined) {
        if (request.method !== 'HEAD') await recordExport(here, actorIn(request), query, format)
        return exported(reply, here, query, given.has('limit'), format)
      }
      // Reads one entry more than the page shows, to know whether there is a next page.
      const found = await here.audit.list({ ...query, limit: query.limit + 1 })
      const entries = found.slice(0, query.limit)
      const next = found.length > entries.length ? cursorAfter(entries.at(-1)!) : undefined
      return { entries: entries.map(auditShown), next }
    },
  })
}

function exported(
  reply: FastifyReply,
  store: TenantStore,
  query: AuditQuery,
  limited: boolean,
  format: AuditFormat,
): FastifyReply {
  const lines = auditLines(store, limited ? query : { ...query, limit: Number.POSITIVE_INFINITY }, format)
  return reply
    .headers({
      'content-type': `${TYPES[format]}; charset=utf-8`,
      'content-disposition': `attachment; filename="audit.${format}"`,
    })
    .send(Readable.from(lines))
}

async function wanted(store: TenantStore, given: ReadonlyMap<string, string>): Promise<AuditQuery> {
  const account = given.get('account')
  return {
    account: account === undefined ? undefined : await auditedAccount(store, account),
    application: given.get('application'),
    event: given.get('event'),
    from: instant(given, 'from'),
    to: instant(given, 'to'),
    before: place(given.get('cursor')),
    limit: pageLimit(given),
  }
}

function wantedFormat({ headers }: FastifyRequest, named: string | undefined): AuditFormat | undefined {
  if (named === 'json') return undefined
  const accepted = (headers.accept ?? '').split(',').map(range => range.split(';', 1)[0]!.trim())
  if (named === undefined) return AUDIT_FORMATS.find(format => accepted.includes(TYPES[format]))
  const format = AUDIT_FORMATS.find(candidate => candidate === named)
  if (format === undefined) throw wrong('format', `must be json, ${AUDIT_FORMATS.join(' or ')}`)
  return format
}

function instant(given: ReadonlyMap<string, string>, name: string): number | undefined {
  const text = given.get(name)
  if (text === undefined) return undefined
  const at = instantOf(text)
  if (at === undefined)
    throw wrong(name, 'must be a day such as 2026-01-31 or a time with its zone such as 2026-01-31T12:00:00Z')
  return at
}

/** Where the next page begins. It names an entry, so that new ones move nothing. */
function cursorAfter({ at, turn }: AuditRecord): string {
  return Buffer.from(`${at} ${turn}`).toString('base64url')
}

function place(cursor: string | undefined): AuditQuery['before'] {
  if (cursor === undefined) return undefined
  const [, at, turn] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (turn === undefined) throw wrong('cursor', 'must be the `next` of an earlier answer')
  return { at: Number(at), turn }
}

function wrong(parameter: string, problem: string): Refusal {
  return new Refusal('query_invalid', { parameter, problem })
}
