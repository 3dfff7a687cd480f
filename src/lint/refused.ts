import type { Refusal } from '../core/refusal.ts'
import type { Finding } from './finding.ts'

/** What the service refuses to store. No rule looks for it: a package with such a mistake cannot be read as a theme. */
export const REFUSED = {
  'package/archive': {
    title: 'Damaged or unusual archive',
    reason:
      'The archive is damaged, encrypted, or written so that two programs may read different files from it. Make a plain ZIP archive with UTF-8 names, or run `tabard lint` on the folder.',
  },
  'package/content': {
    title: 'Content that contradicts the file name',
    reason:
      'The first bytes of an image or a font show another format than the extension of its name. Browsers do not show such a file. Convert the file or rename it.',
  },
  'package/limits': {
    title: 'Larger than the limits',
    reason:
      'The package has too many files, or a file or all files together are too large. The limits are settings of the service: see the variables `TABARD_LIMIT_…`.',
  },
  'package/symlink': {
    title: 'Symbolic link or special file',
    reason:
      'A theme may contain only regular files and folders. Replace a link by a copy of the file that it points to.',
  },
  'package/templates-root': {
    title: 'No folder "templates"',
    reason:
      'The files of a theme are in a folder `templates`, which is at the root of the archive. Zip the folder `templates` itself, not the folder around it.',
  },
  'package/unsafe-path': {
    title: 'Path that cannot be used',
    reason:
      'Some systems reject this path or treat it specially: it has `..`, a backslash, a control character or a device name. Or it is too long, or differs from another path only in upper and lower case.',
  },
} as const

export type RefusedId = keyof typeof REFUSED

/** The finding for something that the service refuses. */
export function refusedFinding(rule: RefusedId, message: string, file = ''): Finding {
  const place = { line: 1, column: 1 }
  return { rule, severity: 'fatal', file, start: place, end: place, message }
}

/** The finding that a refusal of a package stands for; undefined for refusals of another kind. */
export function findingOf(refusal: Refusal): Finding | undefined {
  if (isOf(refusal, 'archive_invalid')) {
    const { flaw, why, entry } = refusal.details
    return refusedFinding(idOf(flaw), sentence(why), below(entry))
  }
  if (isOf(refusal, 'over_limit')) {
    const { what, limit, entry } = refusal.details
    const text = `The limit "${what}" is exceeded: at most ${limit} ${what === 'entries' ? 'entries' : what === 'ratio' ? 'times the packed size' : 'bytes'} are allowed.`
    return refusedFinding('package/limits', text, below(entry))
  }
  if (isOf(refusal, 'path_invalid')) {
    const { path, why } = refusal.details
    return refusedFinding('package/unsafe-path', sentence(why), path)
  }
  if (isOf(refusal, 'path_collides')) {
    const { path, other } = refusal.details
    return refusedFinding('package/unsafe-path', `The path cannot stand beside "${other}".`, path)
  }
  if (isOf(refusal, 'content_contradicts')) {
    const { path, expected } = refusal.details
    return refusedFinding('package/content', `The name says that the file is ${expected}; it is not.`, path)
  }
  return undefined
}

function isOf<C extends Refusal['code']>(refusal: Refusal, code: C): refusal is Refusal<C> {
  return refusal.code === code
}

function idOf(flaw: string): RefusedId {
  if (flaw === 'no-templates') return 'package/templates-root'
  if (flaw === 'special-file') return 'package/symlink'
  return flaw.startsWith('name-') ? 'package/unsafe-path' : 'package/archive'
}

function sentence(why: string): string {
  return `${why.charAt(0).toUpperCase()}${why.slice(1)}.`
}

/** The path of an entry below `templates`. */
function below(entry = ''): string {
  return entry.startsWith('templates/') ? entry.slice('templates/'.length) : entry
}
