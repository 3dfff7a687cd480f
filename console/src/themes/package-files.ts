import { base64 } from '../parts/base64.ts'
import type { Plan } from './calls.ts'

const END = 0x06054b50
const END_SIZE = 22
/** The maximum length of the comment that may follow the end record of an archive. */
const LONGEST_COMMENT = 65_535
const STORED = 0
/** A preview request may have 4 MB, and base64 needs a third more. */
const MOST_BYTES = 2_500_000
/** The files that the sign-in page can use, in the default language. */
const OF_SIGN_IN = /^(?:authentication\/login\/|common\/(?!labels\/(?!default\/)))/

/** Unsaved files, in the format of previews. */
export type PackageFiles = Readonly<Record<string, { readonly base64: string }>>

/**
 * The paths of a package that its sign-in page uses. Empty if a picture would load from servers that nobody has
 * accepted.
 */
export function signInPaths(plan: Plan): ReadonlySet<string> {
  const { added, changed, unchanged, whole, scripts, widened } = plan
  const asksOthers = widened.length > 0 || scripts.some(({ newOn }) => newOn.length > 0)
  const all = asksOthers ? [] : [...added, ...changed, ...(whole ? unchanged : [])]
  return new Set(all.filter(path => OF_SIGN_IN.test(path)))
}

/**
 * Reads some files of a package, to show a picture of it. The service reads packages itself, and more strictly. Files
 * that this function cannot read are left out, or make it fail.
 */
export async function packageFiles(zip: Blob, wanted: ReadonlySet<string>): Promise<PackageFiles> {
  const bytes = new Uint8Array(await zip.arrayBuffer())
  const view = new DataView(bytes.buffer)
  const short = (at: number) => view.getUint16(at, true)
  const long = (at: number) => view.getUint32(at, true)
  let end = bytes.length - END_SIZE
  const first = end - LONGEST_COMMENT
  while (end >= first && long(end) !== END) end -= 1
  const files: Record<string, { base64: string }> = {}
  let room = MOST_BYTES
  let entry = long(end + 16)
  for (let left = short(end + 10); left > 0; left -= 1) {
    const nameEnd = entry + 46 + short(entry + 28)
    const path = pathIn(new TextDecoder().decode(bytes.subarray(entry + 46, nameEnd)), wanted)
    if (path !== undefined) {
      const local = long(entry + 42)
      const start = local + 30 + short(local + 26) + short(local + 28)
      const data = bytes.subarray(start, start + long(entry + 20))
      const content = short(entry + 10) === STORED ? data : await inflated(data, room)
      if (content !== undefined && content.length <= room) {
        room -= content.length
        files[path] = { base64: base64(content) }
      }
    }
    entry = nameEnd + short(entry + 30) + short(entry + 32)
  }
  return files
}

/** The wanted path that the name of an entry ends with, because the folder of a theme may be inside others. */
function pathIn(name: string, wanted: ReadonlySet<string>): string | undefined {
  for (let path = name; ; path = path.slice(path.indexOf('/') + 1)) {
    if (wanted.has(path)) return path
    if (!path.includes('/')) return undefined
  }
}

async function inflated(data: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array | undefined> {
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length
    if (size > most) {
      await reader.cancel()
      return undefined
    }
    parts.push(read.value)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
