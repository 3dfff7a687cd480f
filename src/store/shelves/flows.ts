import type { Selectable } from 'kysely'
import type { FlowDocument } from '../../core/user-flows/document.ts'
import type { FlowVersion, KeptFlow } from '../kept.ts'
import type { Schema } from '../schema.ts'
import { isStorable } from './rows.ts'
import { held, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** User flows that a tenant has designed. */
export interface FlowReads {
  /** Every flow with its newest version, by reference. */
  list(): Promise<KeptFlow[]>
  /** A version of a flow. */
  version(reference: string, version: number): Promise<FlowVersion | undefined>
  /** The versions of a flow, newest first. */
  versions(reference: string): Promise<FlowVersion[]>
}

/** User flows, inside a write. */
export interface FlowWrites extends FlowReads {
  /** The number of the newest version, locked until the transaction ends. */
  head(reference: string): Promise<number | undefined>
  /** Adds a version, and drops the oldest ones beyond `most`. */
  publish(reference: string, version: FlowVersion, most: number): Promise<void>
  /** Removes a flow with its history; false if there is none. */
  remove(reference: string): Promise<boolean>
}

async function list({ db, tenant }: Scope): Promise<KeptFlow[]> {
  const rows = await db
    .selectFrom('flows as flow')
    .innerJoin('flow_versions as version', join =>
      join
        .onRef('version.tenant', '=', 'flow.tenant')
        .onRef('version.reference', '=', 'flow.reference')
        .onRef('version.version', '=', 'flow.head'),
    )
    .selectAll('version')
    .where('flow.tenant', '=', tenant)
    .orderBy('flow.reference')
    .execute()
  return rows.map(row => ({ reference: row.reference, ...fromRow(row) }))
}

async function version(scope: Scope, reference: string, number: number): Promise<FlowVersion | undefined> {
  if (!isStorable(reference)) return undefined
  const row = await of(scope, reference).where('version', '=', number).executeTakeFirst()
  return row && fromRow(row)
}

async function versions(scope: Scope, reference: string): Promise<FlowVersion[]> {
  if (!isStorable(reference)) return []
  return (await of(scope, reference).orderBy('version', 'desc').execute()).map(fromRow)
}

async function head(scope: Scope, reference: string): Promise<number | undefined> {
  if (!isStorable(reference)) return undefined
  const rows = scope.db
    .selectFrom('flows')
    .select('head')
    .where('tenant', '=', scope.tenant)
    .where('reference', '=', reference)
  return (await held(scope, rows).executeTakeFirst())?.head
}

async function publish(scope: Scope, reference: string, added: FlowVersion, most: number): Promise<void> {
  const { db, tenant } = scope
  const { version: number, document, at, author, cause } = added
  await db
    .insertInto('flows')
    .values({ tenant, reference, head: number })
    .onConflict(conflict => conflict.columns(['tenant', 'reference']).doUpdateSet({ head: number }))
    .execute()
  await db
    .insertInto('flow_versions')
    .values({
      tenant,
      reference,
      version: number,
      document: document === undefined ? null : JSON.stringify(document),
      at,
      author,
      cause,
    })
    .execute()
  await db
    .deleteFrom('flow_versions')
    .where('tenant', '=', tenant)
    .where('reference', '=', reference)
    .where('version', '<=', number - most)
    .execute()
}

async function remove({ db, tenant }: Scope, reference: string): Promise<boolean> {
  if (!isStorable(reference)) return false
  const gone = await db
    .deleteFrom('flows')
    .where('tenant', '=', tenant)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

function of({ db, tenant }: Scope, reference: string) {
  return db
    .selectFrom('flow_versions')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('reference', '=', reference)
}

function fromRow(row: Selectable<Schema['flow_versions']>): FlowVersion {
  return {
    version: row.version,
    ...(row.document !== null && { document: JSON.parse(row.document) as FlowDocument }),
    at: row.at,
    author: row.author,
    cause: row.cause === 'restored' || row.cause === 'reset' ? row.cause : 'published',
  }
}

export const flowReads = shelf<FlowReads>({ list, version, versions })

export const flowWrites = shelf<FlowWrites>({ list, version, versions, head, publish, remove })
