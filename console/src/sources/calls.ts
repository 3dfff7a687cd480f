import { sendJson } from '../api.ts'
import { refresh } from '../resource.ts'
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

function sourceResource(id: string): string {
  return `${SOURCES}/${encodeURIComponent(id)}`
}

/** Starts a test. The source redirects back to its screen in the console, with the id of the test. */
export async function beginTest(id: string): Promise<IdentitySourceTest> {
  return await sendJson<IdentitySourceTest>('POST', `${sourceResource(id)}/tests`)
}

export function testResource(id: string, test: string): string {
  return `${sourceResource(id)}/tests/${encodeURIComponent(test)}`
}

export async function sourcesChanged(): Promise<void> {
  await refresh(SOURCES)
}

export async function createSource(
  source: SourceWish & Pick<IdentitySource, 'preset' | 'clientId'>,
): Promise<IdentitySource> {
  const made = await sendJson<IdentitySource>('POST', SOURCES, source)
  await sourcesChanged()
  return made
}

export async function changeSource(id: string, settings: SourceWish): Promise<void> {
  await sendJson('PUT', sourceResource(id), settings)
  await sourcesChanged()
}

/** Deletes a source. The caller must leave its screen before it calls sourcesChanged. */
export async function deleteSource(id: string): Promise<void> {
  await sendJson('DELETE', sourceResource(id))
}
