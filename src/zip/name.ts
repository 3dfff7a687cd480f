import { isAscii, isUtf8 } from 'node:buffer'
import { folded, pathFlaw, type ThemePath, themePath } from '../core/path.ts'
import { type Limits, Refusal } from '../core/refusal.ts'
import { type Flaw, flawed, printable, whyText } from './flaws.ts'

/** The only folder of a package that is read. */
export const ROOT = 'templates/'

const UTF8_FLAG = 0x800
const UNIX = 3
const DARWIN = 19
// FAT, HPFS, NTFS and VFAT: PowerShell 5.1 and old .NET on Windows write folders with a backslash.
const BACKSLASH_HOSTS = new Set([0, 6, 10, 14])

/** An entry's name as text, with `/` between folders. */
export function decodedName(bytes: Buffer, flags: number, host: number): string {
  const text = decoded(bytes, flags, host)
  const backslashed = BACKSLASH_HOSTS.has(host) && text.includes('\\') && !text.includes('/')
  return backslashed ? text.replaceAll('\\', '/') : text
}

function decoded(bytes: Buffer, flags: number, host: number): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  // Info-ZIP and Finder write UTF-8 without setting the flag. On a DOS host, an unmarked name may be in any code page.
  const told = (flags & UTF8_FLAG) !== 0 || host === UNIX || host === DARWIN
  if (!told) throw flawed('name-encoding-ambiguous', bytes.toString())
  if (!isUtf8(bytes)) throw flawed('name-not-utf8', bytes.toString())
  return bytes.toString()
}

/** A checked name of an entry, and the path if the entry is a file of the theme. */
export interface Admitted {
  name: string
  path: ThemePath | undefined
}

/** Checks the names of all entries, including ignored ones. */
export function createNameGate(limits: Limits): (name: string, folder: boolean) => Admitted {
  // The root folder is not part of a theme's paths, so its length does not count against the limits.
  const wider = { path: limits.path + ROOT.length, segment: limits.segment, levels: limits.levels + 1 }
  return (name, folder) => {
    const path = folder ? undefined : keptPath(name, limits)
    if (path !== undefined) return { name: ROOT + path, path }
    const flaw = pathFlaw(name, wider)
    if (flaw !== undefined) throw flawed(flaw, name)
    return { name: name.normalize('NFC'), path: undefined }
  }
}

function keptPath(name: string, limits: Limits): ThemePath | undefined {
  if (!name.startsWith(ROOT)) return undefined
  try {
    return themePath(name.slice(ROOT.length), limits)
  } catch (error) {
    // The path is hidden and therefore ignored, or flawed. The check of the whole name reports a flaw better.
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** The refusal of an entry with both names, because the one that collides may be a folder far above the entry. */
function clash(flaw: Flaw, entry: string, name: string, other: string): Refusal {
  const names = name === other ? [name] : [name, other]
  const shown = names.map(one => JSON.stringify(printable(one))).join(' and ')
  return flawed(flaw, entry, `${whyText(flaw)}: ${shown}`)
}

/** Rejects a name that collides with an earlier one on some file system. */
export function createNameRegister(): (name: string, folder: boolean) => void {
  const spellings = new Map<string, string>()
  const folders = new Set<string>()

  const enter = (name: string, folder: boolean, entry: string) => {
    const key = folded(name)
    const other = spellings.get(key)
    if (other === undefined) {
      spellings.set(key, name)
      if (folder) folders.add(name)
    } else if (folders.has(other) !== folder) throw clash('name-file-dir-conflict', entry, name, other)
    else if (!folder || other !== name) throw clash('name-duplicate', entry, name, other)
  }

  return (name, folder) => {
    enter(name, folder, name)
    for (let cut = name.lastIndexOf('/'); cut > 0; cut = name.lastIndexOf('/', cut - 1)) {
      const parent = name.slice(0, cut)
      if (folders.has(parent)) break
      enter(parent, true, name)
    }
  }
}
