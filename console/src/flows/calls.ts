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
export interface AttributeList {
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

/** Changes an attribute. A new one must not replace another one, because attributes have no history. */
export async function keepAttribute(attribute: OwnAttribute, isNew: boolean): Promise<void> {
  const path = `${ATTRIBUTES}/${encodeURIComponent(attribute.name)}`
  try {
    await sendJson('PUT', path, { attribute }, isNew ? { 'if-none-match': '*' } : {})
  } catch (thrown) {
    if (!isMoved(thrown)) throw thrown
    throw new ApiError(412, 'TAKEN', TAKEN, thrown.help)
  }
  await refresh(ATTRIBUTES)
}

const TAKEN =
  'Another attribute has this name. Choose another name, or change that attribute in the list of attributes.'

export async function removeAttribute(name: string): Promise<void> {
  await sendJson('DELETE', `${ATTRIBUTES}/${encodeURIComponent(name)}`)
  await refresh(ATTRIBUTES)
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
