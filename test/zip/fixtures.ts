import { readdirSync, readFileSync } from 'node:fs'
import { DEFAULT_LIMITS, Refusal } from '../../src/core/refusal.ts'
import { type PackageContents, readPackage, unpacked } from '../../src/zip/zip.ts'

const FIXTURES = new URL('../fixtures/', import.meta.url)

/** An archive of the collection by its name without `.zip`. */
export function fixture(name: string): Buffer {
  return readFileSync(new URL(`zips/${name}.zip`, FIXTURES))
}

/** The archives whose name starts so, without `.zip`. */
export function fixturesNamed(prefix: string): string[] {
  const names = readdirSync(new URL('zips/', FIXTURES)).filter(name => name.startsWith(prefix))
  return names.map(name => name.slice(0, -'.zip'.length)).sort()
}

export interface Row {
  name: string
  verdict: 'accept' | 'refuse' | 'either'
  reason: string
}

/** The collection's own list of what is to become of each archive. */
export function rows(): Row[] {
  const lines = readFileSync(new URL('zips.csv', FIXTURES), 'utf8').trim().split(/\r?\n/).slice(1)
  return lines.map(line => {
    const cells = line.split(',')
    const [verdict, reason] = cells.slice(-2) as [Row['verdict'], string]
    return { name: cells[0]!.slice(0, -'.zip'.length), verdict, reason }
  })
}

export function read(archive: Uint8Array): PackageContents {
  return readPackage(archive, DEFAULT_LIMITS)
}

/** What came of reading: the contents, or the refusal. Anything else that is thrown is a bug and goes on. */
export function outcome(archive: Uint8Array): PackageContents | Refusal {
  try {
    return read(archive)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** The flaw of a refused archive, or the limit it is over. */
export function verdictOf(result: PackageContents | Refusal): string {
  if (!(result instanceof Refusal)) return 'ok'
  const details = result.details as { flaw?: string; what?: string }
  return details.flaw ?? `${result.code} ${details.what}`
}

/** Path and digest of each file, as a value to compare. */
export function digests(contents: PackageContents): [string, string][] {
  return [...contents.files].map(([path, blob]): [string, string] => [path, blob.digest]).sort()
}

/** Path and text of each file. */
export async function texts(contents: PackageContents): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [path, blob] of contents.files) found[path] = (await unpacked(blob)).toString()
  return found
}
