import { doing } from '../progress.ts'
import type { Copy, Remote } from './copy.ts'
import { brandingPath, encodedPath, themePath } from './themes.ts'
import { counted } from './unified.ts'

/** A customized file whose original has changed since it was customized, and both originals. */
export interface Outdated {
  readonly path: string
  readonly from: string | null
  readonly to: string | null
}

/** The outdated files of a theme, except those that are ignored here. */
export function outdatedIn(copy: Copy, { theme }: Remote): Outdated[] {
  return theme.files.flatMap(({ path, outdatedBase }) =>
    outdatedBase === undefined || copy.folder.ignores(path) ? [] : [{ path, ...outdatedBase }],
  )
}

/** The original that a file was customized from, and the current original; empty if there is none. */
export async function originalsOf(
  { session, id }: Pick<Copy, 'session' | 'id'>,
  { path, from, to }: Outdated,
): Promise<{ readonly before: Buffer; readonly after: Buffer }> {
  const read = async (base: string) => (await session.call({ path: `${base}/${encodedPath(path)}` })).body
  return {
    before: from === null ? Buffer.alloc(0) : await read(`${themePath(id)}/originals`),
    after: to === null ? Buffer.alloc(0) : await read(brandingPath('master')),
  }
}

/** Outdated files, with the number of changed lines in their originals. */
export async function measured(
  copy: Pick<Copy, 'session' | 'id'>,
  outdated: readonly Outdated[],
): Promise<(Outdated & { readonly added: number; readonly removed: number })[]> {
  if (outdated.length === 0) return []
  return await doing('Comparing originals', async () => {
    const found = []
    for (const file of outdated) {
      const { before, after } = await originalsOf(copy, file)
      found.push({ ...file, ...counted(before, after) })
    }
    return found
  })
}
