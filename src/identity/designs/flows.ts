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

/** A flow of a tenant as it is now. */
export interface DesignedFlow {
  readonly reference: string
  readonly version: number
  /** Whether every tenant has it: it can be reset, and never removed. */
  readonly builtIn: boolean
  /** Whether it was designed, and is not the one that every tenant has. */
  readonly designed: boolean
  /** Milliseconds since 1970; null where nobody has changed it. */
  readonly updatedAt: number | null
  readonly updatedBy: string | null
  readonly document: FlowDocument
}

const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/
/** Leads to the profile, in a wrapper of its own. */
const ALIAS = 'user_form'
const MOST_FLOWS = 100
const MOST_VERSIONS = 100

/** Every flow of a tenant: those that all have first. */
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

/** The flow that every tenant has by a reference. */
export function defaultFlow(reference: string): FlowDocument | undefined {
  return Object.hasOwn(DEFAULT_FLOWS, reference) ? DEFAULT_FLOWS[reference] : undefined
}

/** What is wrong with a document, before it is published. */
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
): Promise<DesignedFlow> {
  return await store.write(async tx => {
    await tx.tenant.lock()
    if ((await current(tx, reference)) === undefined) throw new Refusal('flow_unknown', { reference })
    const version = await tx.flows.version(reference, number)
    const first = number === 1 && version === undefined && defaultFlow(reference) !== undefined
    if (version === undefined && !first)
      throw new Refusal('flow_version_unknown', { reference, version: number })
    const document = version?.document
    // An attribute that it asks for may be gone.
    const book = attributeBook(await tx.attributes.list())
    const { mistakes } = document === undefined ? { mistakes: [] } : readAs(reference, document, book)
    if (mistakes.some(isError)) throw new Refusal('flow_invalid', { mistakes: mistakes.filter(isError) })
    return await added(tx, reference, { ...(document && { document }), cause: 'restored' }, by)
  })
}

/** Makes a flow the one that every tenant has; removes one that no other tenant need have, with its history. */
export async function resetFlow(store: TenantStore, reference: string, by: Designer): Promise<void> {
  await store.write(async tx => {
    await tx.tenant.lock()
    const before = await current(tx, reference)
    if (before === undefined) throw new Refusal('flow_unknown', { reference })
    if (before.builtIn) {
      if (before.designed) await added(tx, reference, { cause: 'reset' }, by)
      return
    }
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

/** The versions of a flow, newest first; the first of all is the one that every tenant has. */
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
  // The first version of a flow that every tenant has is kept nowhere, and reset ones have no document.
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
  // The one that every tenant has is the first version.
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
