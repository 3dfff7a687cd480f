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

/** The limits of packages and themes as settings. */
export const LIMIT_OPTIONS = Object.fromEntries(
  Object.entries(DEFAULT_LIMITS).map(([name, value]) => [
    name,
    option(
      `TABARD_LIMIT_${name.toUpperCase()}`,
      String(value),
      whole(1, 2 ** 31 - 1),
      LIMIT_PROSE[name as LimitName],
    ),
  ]),
) as Record<LimitName, Option<number>>
