import type { FlowDocument } from '../../../src/core/user-flows/document.ts'
import type { OwnAttribute } from '../../../src/core/user-flows/own-attribute.ts'
import { ApiError, isMoved, sendJson } from '../api.ts'
import { forget, refresh } from '../resource.ts'
import type * as wire from '../wire.ts'

export type {
  Flow,
  FlowList,
  FlowMistake,
  FlowMistakes,
  FlowVersion,
  FlowVersions,
  Invitation,
  PastFlow,
} from '../wire.ts'

export const FLOWS = '/v1.0/tabard/flows'
export const ATTRIBUTES = '/v1.0/tabard/attributes'

export type WholeFlow = Omit<wire.WholeFlow, 'document'> & { readonly document: FlowDocument }
export type AttributeList = Omit<wire.AttributeList, 'attributes'> & {
  readonly attributes: readonly OwnAttribute[]
}

export function flowPlace(reference: string): string {
  return `/flows/${encodeURIComponent(reference)}`
}

export function flowResource(reference: string): string {
  return `${FLOWS}/${encodeURIComponent(reference)}`
}

export function versionsResource(reference: string): string {
  return `${flowResource(reference)}/versions`
}

/** The mistakes in an unpublished document. */
export async function checkFlow(reference: string, document: FlowDocument): Promise<wire.FlowMistakes> {
  return await sendJson('POST', `${flowResource(reference)}/check`, { document })
}

/** Publishes a document over the version that its designer started from; null means that there must be none yet. */
export async function publishFlow(
  reference: string,
  document: FlowDocument,
  over: number | null,
): Promise<WholeFlow> {
  const precondition: Record<string, string> =
    over === null ? { 'if-none-match': '*' } : { 'if-match': `"${over}"` }
  const flow = await sendJson<WholeFlow>('PUT', flowResource(reference), { document }, precondition)
  await refresh(FLOWS)
  return flow
}

export async function restoreFlow(reference: string, version: number): Promise<WholeFlow> {
  const flow = await sendJson<WholeFlow>('POST', versionsResource(reference), { version })
  await refresh(FLOWS)
  return flow
}

/** Invites somebody to a registration. Without a language, the mail is in the tenant's language. */
export async function invite(
  reference: string,
  { email, mail, locale }: { readonly email: string; readonly mail: boolean; readonly locale: string | null },
): Promise<wire.Invitation> {
  const asked = { email, mail, ...(locale !== null && { locale }) }
  return await sendJson('POST', `${flowResource(reference)}/invitations`, asked)
}

/** Resets a built-in flow, and removes any other one. */
export async function resetFlow({
  reference,
  builtIn,
}: Pick<wire.Flow, 'reference' | 'builtIn'>): Promise<void> {
  await sendJson('DELETE', flowResource(reference))
  if (!builtIn) forget(flowResource(reference))
  await refresh(FLOWS)
}

const TAKEN =
  'Another attribute has this name. Choose another name, or change that attribute in the list of attributes.'
const CHANGED =
  'Somebody else changed or removed this attribute after you opened it. Close this dialog to see how it is now, then try again.'

/** Adds an attribute, or changes the version of it that has this ETag. Attributes have no history. */
export async function keepAttribute(attribute: OwnAttribute, etag?: string): Promise<void> {
  const precondition: Record<string, string> =
    etag === undefined ? { 'if-none-match': '*' } : { 'if-match': etag }
  await writeAttribute(
    'PUT',
    attribute.name,
    { attribute },
    precondition,
    etag === undefined ? TAKEN : CHANGED,
  )
}

export async function removeAttribute(name: string, etag: string): Promise<void> {
  await writeAttribute('DELETE', name, undefined, { 'if-match': etag }, CHANGED)
}

async function writeAttribute(
  method: 'PUT' | 'DELETE',
  name: string,
  body: object | undefined,
  precondition: Record<string, string>,
  moved: string,
): Promise<void> {
  try {
    await sendJson(method, `${ATTRIBUTES}/${encodeURIComponent(name)}`, body, precondition)
  } catch (thrown) {
    if (!isMoved(thrown)) throw thrown
    throw new ApiError(412, 'MOVED', moved, thrown.help)
  } finally {
    await refresh(ATTRIBUTES)
  }
}

/** A page of an unpublished flow. */
export interface WantedFlow {
  readonly reference: string
  readonly themeId: string
  readonly locale: string
  /** A step, the verification page, or the end page. */
  readonly at: string
  /** Whether fields show errors. */
  readonly wrong: boolean
  /** Sample answers by attribute; null shows every field. */
  readonly answers: Readonly<Record<string, string>> | null
  readonly document: FlowDocument
}

/** The preview of such a page. */
export async function previewFlow(wanted: WantedFlow): Promise<wire.FlowPreview> {
  const { reference, themeId, locale, at, wrong, answers, document } = wanted
  const path = `${flowResource(reference)}/preview`
  const kept = await sendJson<wire.FlowPreview>('POST', path, {
    document,
    themeId,
    ...(answers !== null && { answers }),
  })
  const query = new URLSearchParams({ at, locale, ...(wrong && { wrong: '' }) })
  return { ...kept, url: `${kept.url}?${query}` }
}
