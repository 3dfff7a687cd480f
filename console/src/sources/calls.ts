import { putJson, sendJson } from '../api.ts'
import { forget, refresh } from '../resource.ts'
import type { IdentitySource, IdentitySourceTest } from '../wire.ts'

export type { IdentitySource, IdentitySourceList, IdentitySourceTest } from '../wire.ts'

/** The settings of a source that can be changed, including its secret. */
export type SourceWish = Partial<
  Omit<
    IdentitySource,
    'id' | 'preset' | 'hasSecret' | 'redirectUri' | 'logoutUri' | 'createdAt' | 'updatedAt'
  >
> & { readonly secret?: string }

export const SOURCES = '/v1.0/tabard/sources'

export function sourcePlace(id: string): string {
  return `/sources/${encodeURIComponent(id)}`
}

export function sourceResource(id: string): string {
  return `${SOURCES}/${encodeURIComponent(id)}`
}

/** Starts a test. The source redirects back to its screen in the console, with the id of the test. */
export async function beginTest(id: string): Promise<IdentitySourceTest> {
  return await sendJson<IdentitySourceTest>('POST', `${sourceResource(id)}/tests`)
}

export function testResource(id: string, test: string): string {
  return `${sourceResource(id)}/tests/${encodeURIComponent(test)}`
}

export async function sourcesChanged(deleted?: string): Promise<void> {
  if (deleted !== undefined) forget(sourceResource(deleted))
  await refresh(SOURCES)
}

export async function createSource(
  source: SourceWish & Pick<IdentitySource, 'preset' | 'clientId'>,
): Promise<IdentitySource> {
  const made = await sendJson<IdentitySource>('POST', SOURCES, source)
  await sourcesChanged()
  return made
}

/** Changes a source, unless somebody else has changed it since the ETag was read. Returns the new ETag. */
export async function changeSource(
  id: string,
  settings: SourceWish,
  etag: string | null,
): Promise<string | null> {
  const changed = await putJson(sourceResource(id), settings, etag)
  await sourcesChanged()
  return changed
}

/** Deletes a source. The caller must leave its screen before it calls sourcesChanged. */
export async function deleteSource(id: string): Promise<void> {
  await sendJson('DELETE', sourceResource(id))
}
