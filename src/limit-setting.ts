import { DEFAULT_LIMITS, type LimitName } from './core/refusal.ts'
import { type Option, option, whole } from './setting.ts'

const LIMIT_PROSE: Record<LimitName, string> = {
  archive: 'Maximum size of an uploaded archive, and of a theme as an archive, in bytes.',
  expanded: 'Maximum size of all files of a theme together, in bytes.',
  file: 'Maximum size of a file, in bytes.',
  entries: 'Maximum number of entries in an archive. A theme may have one file fewer.',
  ratio: 'Maximum ratio of the unpacked size to the size of the archive. It applies above 1 MiB.',
  path: 'Maximum length of a path, in characters.',
  segment: 'Maximum length of a file or folder name, in characters.',
  levels: 'Maximum number of levels in a path, with the file name.',
  themes: 'Maximum number of themes in a tenant.',
  revisions: 'Maximum number of revisions that are kept of a theme.',
}

const MOST = 2 ** 31 - 1
/** What an archive without ZIP64 can hold: this many entries, and names of 65,535 bytes, at up to three bytes a character. */
const MOST_OF: Partial<Record<LimitName, number>> = { entries: 65_534, path: 20_000 }

/** The limits of packages and themes as settings. */
export const LIMIT_OPTIONS = Object.fromEntries(
  Object.entries(DEFAULT_LIMITS).map(([name, value]) => [
    name,
    option(
      `TABARD_LIMIT_${name.toUpperCase()}`,
      String(value),
      whole(1, MOST_OF[name as LimitName] ?? MOST),
      LIMIT_PROSE[name as LimitName],
    ),
  ]),
) as Record<LimitName, Option<number>>
