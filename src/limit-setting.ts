import { DEFAULT_LIMITS, type LimitName } from './core/refusal.ts'
import { type Option, option, whole } from './setting.ts'

const LIMIT_PROSE: Record<LimitName, string> = {
  archive: 'Bytes of an uploaded archive, and of a theme as an archive.',
  expanded: 'Bytes of all files of a theme together.',
  file: 'Bytes of one file.',
  entries: 'Maximum number of entries in an archive. A theme may have one file fewer.',
  ratio: 'How many times larger than the archive its content may be, above 1 MiB.',
  path: 'Characters of a path.',
  segment: 'Characters between two slashes of a path.',
  levels: 'Levels of a path.',
  themes: 'Themes of a tenant.',
  revisions: 'Revisions kept of a theme.',
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
