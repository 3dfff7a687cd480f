import { flawText, type PathFlaw } from '../core/path.ts'
import { Refusal, type Refusals } from '../core/refusal.ts'
import { shortened } from '../core/text.ts'

const TEXTS = {
  truncated: 'the file is too short to be a ZIP archive',
  'eocd-missing':
    'the file is not a ZIP archive, or it is incomplete or has extra bytes at its end; create the archive again',
  'eocd-ambiguous':
    'the file has more than one end of archive, so programs may read different contents from it; leave out files that are archives themselves, or upload them one by one',
  'eocd-count-mismatch': 'the end record gives two different numbers of entries',
  'multi-disk': 'the archive is one part of several; send it as a single file',
  'zip64-locator-missing': 'the end record refers to a ZIP64 record that is not there',
  'zip64-eocd-bad': 'the ZIP64 end record is damaged or not where it should be',
  'zip64-conflict': 'ZIP64 values contradict the ordinary ones',
  'zip64-extra-missing': 'the entry refers to ZIP64 values that are not there',
  'cd-misplaced':
    'the directory of the archive is not where the end record says; bytes were added or cut off, or the end record is wrong',
  'cd-malformed': 'the directory of the archive is damaged',
  'cd-count-mismatch': 'the directory holds another number of entries than the end record says',
  'unaccounted-bytes': 'the archive has bytes that belong to no entry',
  overlap: 'entries of the archive share the same bytes',
  'lfh-malformed': "the entry's own header is damaged or missing",
  'lfh-mismatch': "the entry's own header contradicts the directory of the archive",
  'data-overrun': "the entry's data would run past the end of the files in the archive",
  'descriptor-mismatch': 'the record after the data of the entry is missing or contradicts the directory',
  'extra-malformed': 'an extra field of the entry is longer than the space it is in',
  'extra-duplicate': 'an extra field of the entry that may be there once is there twice',
  encrypted: 'the entry is encrypted; make the archive without a password',
  'flag-unsupported': 'the entry uses a feature beyond the plain ZIP format',
  'version-unsupported':
    'the archive needs a newer version of the ZIP format than 4.5, which programs read in different ways; save it as a plain ZIP archive',
  'method-unsupported':
    'the entry is compressed with a method that is not supported; use Deflate, the usual one, or none',
  'size-lie': 'the entry does not have the size that it declares',
  'crc-mismatch': 'the checksum of the entry does not match; the archive was damaged on the way',
  'deflate-truncated': 'the compressed data of the entry ends too early',
  'deflate-trailing': 'the compressed data of the entry ends before the entry does',
  'deflate-error': 'the compressed data of the entry is damaged',
  'deflate-expansion': 'the compressed data of the entry is far larger than its contents',
  'special-file':
    'the entry is a link, a device or another special file; a package may contain only regular files and folders',
  'type-conflict': 'the entry says in one place that it is a folder and in another that it is a file',
  'directory-with-data': 'the entry is a folder and yet has contents',
  'name-not-utf8': 'the name of the entry is not valid UTF-8',
  'name-encoding-ambiguous':
    'the name of the entry has non-ASCII characters in an unknown encoding; create the archive with UTF-8 names',
  'name-unicode-path-conflict': 'the entry has a second name that differs from the first',
  'name-duplicate': 'two entries have the same name, or names that differ only by case or spelling',
  'name-file-dir-conflict': 'a name stands for a file and for a folder at the same time',
  'no-templates': 'the folder templates is missing at the root',
} as const

/** Everything that can be wrong with an archive; the codes are public and never change. */
export type Flaw = keyof typeof TEXTS | PathFlaw

/** The sentence that explains a flaw to a person. */
export function whyText(flaw: Flaw): string {
  return flaw in TEXTS ? TEXTS[flaw as keyof typeof TEXTS] : flawText(flaw as PathFlaw)
}

/** The refusal of an archive because of a flaw, with the entry that has it. */
export function flawed(flaw: Flaw, entry?: string, why: string = whyText(flaw)): Refusal<'archive_invalid'> {
  return new Refusal(
    'archive_invalid',
    entry === undefined ? { flaw, why } : { flaw, why, entry: printable(entry) },
  )
}

/** The refusal of an archive that exceeds a limit. */
export function exceeding(
  what: Refusals['over_limit']['what'],
  limit: number,
  entry?: string,
): Refusal<'over_limit'> {
  return new Refusal(
    'over_limit',
    entry === undefined ? { what, limit } : { what, limit, entry: printable(entry) },
  )
}

/** Makes a name from the archive safe to show: shortened, and without invisible or control characters. */
export function printable(name: string): string {
  const shown = name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')
  return shown.length > 200 ? `${shortened(shown, 200)}…` : shown
}
