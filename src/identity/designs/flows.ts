import type { Mistake } from '../../core/mistake.ts'
import { checkPrecondition, type Precondition } from '../../core/precondition.ts'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import { type AttributeBook, attributeBook } from '../../core/user-flows/attribute-book.ts'
import { DEFAULT_FLOWS } from '../../core/user-flows/defaults.ts'
import type { FlowDocument } from '../../core/user-flows/document.ts'
import { isError, type ReadFlow, readFlow } from '../../core/user-flows/mistakes.ts'
import type { FlowVersion, TenantStore, TenantTransaction } from '../../store/store.ts'
import { recorded } from '../tenancy/actor.ts'
import type { Designer } from './designer.ts'

/** The current state of a tenant's flow. */
export interface DesignedFlow {
  readonly reference: string
  readonly version: number
  /** Whether every tenant has it. It can be reset, but not removed. */
  readonly builtIn: boolean
  /** Whether it was designed, and is not the default flow. */
  readonly designed: boolean
  /** Milliseconds since 1970; null if nobody has changed it. */
  readonly updatedAt: number | null
  readonly updatedBy: string | null
  readonly document: FlowDocument
}

const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/
/** Another reference of the profile, which shows it in the wrapper page of ordinary forms. */
const ALIAS = 'user_form'
const MOST_FLOWS = 100
const MOST_VERSIONS = 100

/** All flows of a tenant, the built-in ones first. */
export async function flowsOf(store: TenantStore): Promise<DesignedFlow[]> {
  const kept = new Map((await store.flows.list()).map(flow => [flow.reference, flow]))
  const references = new Set([...Object.keys(DEFAULT_FLOWS), ...kept.keys()])
  return [...references].map(reference => designedFlow(reference, kept.get(reference)))
}

/** A flow of a tenant. */
export async function flowOf(store: TenantStore, reference: string): Promise<DesignedFlow> {
  const flow = (await flowsOf(store)).find(one => one.reference === reference)
  if (flow === undefined) throw new Refusal('flow_unknown', { reference })
  return flow
}

function designedFlow(reference: string, kept: FlowVersion | undefined): DesignedFlow {
  const builtIn = defaultFlow(reference)
  return {
    reference,
    version: kept?.version ?? 1,
    builtIn: builtIn !== undefined,
    designed: kept?.document !== undefined,
    updatedAt: kept?.at ?? null,
    updatedBy: kept?.author ?? null,
    document: kept?.document ?? builtIn!,
  }
}

/** The default flow with a reference, which every tenant has. */
export function defaultFlow(reference: string): FlowDocument | undefined {
  return Object.hasOwn(DEFAULT_FLOWS, reference) ? DEFAULT_FLOWS[reference] : undefined
}

/** Validates a document before it is published. */
export async function checkedFlow(
  store: TenantStore,
  reference: string,
  value: unknown,
  offered: readonly string[] = [],
): Promise<ReadFlow> {
  return readAs(reference, value, attributeBook(await store.attributes.list()), offered)
}

function readAs(
  reference: string,
  value: unknown,
  book: AttributeBook,
  offered: readonly string[] = [],
): ReadFlow {
  const read = readFlow(value, book, offered)
  const kind = defaultFlow(reference)?.kind
  if (read.document === undefined || kind === undefined || read.document.kind === kind) return read
  const mistake = { path: '/kind', reason: `The flow "${reference}" is of the kind ${kind}.` }
  return { mistakes: [mistake, ...read.mistakes] }
}

/** Publishes a document as the newest version of a flow, and returns warnings for its designer. */
export async function publishFlow(
  store: TenantStore,
  reference: string,
  value: unknown,
  by: Designer,
  precondition: Precondition = {},
): Promise<{
  readonly flow: DesignedFlow
  readonly mistakes: readonly Mistake[]
  readonly unchanged: boolean
}> {
  assertReference(reference)
  return await store.write(async tx => {
    await tx.tenant.lock()
    const { document, mistakes } = readAs(reference, value, attributeBook(await tx.attributes.list()))
    if (document === undefined) throw new Refusal('flow_invalid', { mistakes: mistakes.filter(isError) })
    const before = await current(tx, reference)
    checkPrecondition(precondition, 'flow', before && flowTag(before))
    if (before !== undefined) await assertUnused(tx, before, document)
    if (before === undefined && (await tx.flows.list()).length >= MOST_FLOWS)
      throw invalidValue(`A tenant can have at most ${MOST_FLOWS} user flows.`)
    if (before !== undefined && JSON.stringify(before.document) === JSON.stringify(document))
      return { flow: before, mistakes, unchanged: true }
    const flow = await added(tx, reference, { document, cause: 'published' }, by)
    return { flow, mistakes, unchanged: false }
  })
}

/** Publishes an earlier version again. */
export async function restoreFlow(
  store: TenantStore,
  reference: string,
  number: number,
  by: Designer,
  precondition: Precondition = {},
): Promise<DesignedFlow> {
  return await store.write(async tx => {
    await tx.tenant.lock()
    const before = await current(tx, reference)
    if (before === undefined) throw new Refusal('flow_unknown', { reference })
    checkPrecondition(precondition, 'flow', flowTag(before))
    const version = await tx.flows.version(reference, number)
    const first = number === 1 && version === undefined && defaultFlow(reference) !== undefined
    if (version === undefined && !first)
      throw new Refusal('flow_version_unknown', { reference, version: number })
    const document = version?.document
    // An attribute that the version asks for may have been removed.
    const book = attributeBook(await tx.attributes.list())
    const { mistakes } = document === undefined ? { mistakes: [] } : readAs(reference, document, book)
    if (mistakes.some(isError)) throw new Refusal('flow_invalid', { mistakes: mistakes.filter(isError) })
    await assertUnused(tx, before, document ?? defaultFlow(reference))
    return await added(tx, reference, { ...(document && { document }), cause: 'restored' }, by)
  })
}

/** Resets a built-in flow to its default. Removes any other flow, with its history. */
export async function resetFlow(
  store: TenantStore,
  reference: string,
  by: Designer,
  precondition: Precondition = {},
): Promise<void> {
  await store.write(async tx => {
    await tx.tenant.lock()
    const before = await current(tx, reference)
    if (before === undefined) throw new Refusal('flow_unknown', { reference })
    checkPrecondition(precondition, 'flow', flowTag(before))
    if (before.builtIn) {
      if (before.designed) await added(tx, reference, { cause: 'reset' }, by)
      return
    }
    await assertUnused(tx, before, undefined)
    await tx.flows.remove(reference)
    await recorded(tx, by, 'flow-removed', { details: { reference, by: by.author } })
  })
}

/** Rejects a registration that does not exist. */
export async function assertRegistration(
  tx: TenantTransaction,
  reference: string | null | undefined,
): Promise<void> {
  if (reference === null || reference === undefined || reference === '') return
  const flow = await current(tx, reference)
  if (flow?.document.kind !== 'registration') throw new Refusal('flow_unknown', { reference })
}

/**
 * Rejects a change after which applications could no longer use the flow for registration. They would offer the
 * registration of the tenant instead, which may be open to everybody.
 */
async function assertUnused(
  tx: TenantTransaction,
  { reference, document: before }: DesignedFlow,
  after: FlowDocument | undefined,
): Promise<void> {
  if (before.kind !== 'registration' || after?.kind === 'registration') return
  const applications = await tx.applications.registeringWith(reference)
  if (applications.length > 0) throw new Refusal('flow_in_use', { reference, applications })
}

/** The versions of a flow, newest first. The very first one of a built-in flow is the default. */
export async function flowVersions(store: TenantStore, reference: string): Promise<FlowVersion[]> {
  await flowOf(store, reference)
  return await store.flows.versions(reference)
}

/** The document of a version. */
export async function flowVersion(
  store: TenantStore,
  reference: string,
  number: number,
): Promise<FlowDocument> {
  await flowOf(store, reference)
  const version = await store.flows.version(reference, number)
  const builtIn = defaultFlow(reference)
  const document = version?.document ?? builtIn
  // The first version of a built-in flow is not stored, and versions made by a reset have no document.
  if (document === undefined || (version === undefined && number !== 1))
    throw new Refusal('flow_version_unknown', { reference, version: number })
  return document
}

/** The ETag of a flow. */
export function flowTag({ version }: Pick<DesignedFlow, 'version'>): string {
  return `"${version}"`
}

async function current(tx: TenantTransaction, reference: string): Promise<DesignedFlow | undefined> {
  const kept = (await tx.flows.list()).find(flow => flow.reference === reference)
  if (kept === undefined && defaultFlow(reference) === undefined) return undefined
  return designedFlow(reference, kept)
}

const EVENTS = { published: 'flow-published', restored: 'flow-restored', reset: 'flow-reset' } as const

async function added(
  tx: TenantTransaction,
  reference: string,
  { document, cause }: Pick<FlowVersion, 'document' | 'cause'>,
  by: Designer,
): Promise<DesignedFlow> {
  // The default flow counts as version 1.
  const before = (await tx.flows.head(reference)) ?? (defaultFlow(reference) === undefined ? 0 : 1)
  const version = {
    version: before + 1,
    at: tx.now(),
    author: by.author,
    cause,
    ...(document && { document }),
  }
  await tx.flows.publish(reference, version, MOST_VERSIONS)
  const details = { reference, version: String(version.version), by: by.author }
  await recorded(tx, by, EVENTS[cause], { details })
  return designedFlow(reference, version)
}

function assertReference(reference: string): void {
  if (reference === ALIAS)
    throw invalidValue(
      `"${ALIAS}" is another name of the flow "profile". Choose another reference, or change "profile".`,
    )
  if (!REFERENCE.test(reference))
    throw invalidValue(
      'A reference has 1 to 60 letters, digits, "-" and "_", and begins with a letter or digit.',
    )
}
