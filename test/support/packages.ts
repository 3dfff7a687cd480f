import type { ThemePath } from '../../src/core/path.ts'
import { DEFAULT_LIMITS } from '../../src/core/refusal.ts'
import { archived, packed, readPackage, unpacked } from '../../src/zip/zip.ts'

/** A package with these files, by their paths below `templates`. */
export function packageOf(files: Record<string, string | Uint8Array>): Buffer<ArrayBuffer> {
  return Buffer.from(
    archived(Object.entries(files).map(([path, content]) => [path, packed(Buffer.from(content))])),
  )
}

/** The files of a package, as text by path. */
export async function filesOf(archive: Uint8Array): Promise<Record<string, string>> {
  const { files } = readPackage(archive, DEFAULT_LIMITS)
  const texts: Record<string, string> = {}
  for (const [path, blob] of files) texts[path] = (await unpacked(blob)).toString('utf8')
  return texts
}

/** The paths of a package. */
export function pathsOf(archive: Uint8Array): ThemePath[] {
  return [...readPackage(archive, DEFAULT_LIMITS).files.keys()]
}
