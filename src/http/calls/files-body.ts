import { setImmediate } from 'node:timers/promises'
import { collision, type ThemePath } from '../../core/path.ts'
import { precondition } from '../../core/precondition.ts'
import { contradiction } from '../../core/promised-format.ts'
import { type Limits, Refusal } from '../../core/refusal.ts'
import { shortened } from '../../core/text.ts'
import { DEFAULT_THEME } from '../../core/theme.ts'
import type { FileChange, TenantThemes } from '../../themes/themes.ts'
import { flawIn } from '../description/body-check.ts'
import type { Body } from '../description/call.ts'
import { objectIn } from '../request/json.ts'
import { excessOf } from '../request/json-bounds.ts'
import { CHANGED_FILES } from './history-calls.ts'
import { LINT } from './lint-calls.ts'
import { PREVIEW } from './preview-calls.ts'

/** How many files are looked at before others get their turn. */
const AT_ONCE = 250
/** The body, its files, and an object with base64; one more level is for unknown members. */
const DEEPEST = 4
/** Commas beside those between files. */
const OTHER_COMMAS = 100
const EXPECTED =
  'The body must be JSON such as {"themeId": "default", "files": {"common/page_style.css": "…"}}.'

/** The theme and the files of a preview. */
export async function unsavedFiles(
  body: Buffer,
  themes: TenantThemes,
  limits: Limits,
): Promise<{ themeId: string; files: Map<ThemePath, Buffer> }> {
  const { given, files } = await filesIn(body, PREVIEW.POST.body, themes, limits)
  return { themeId: given.themeId ?? DEFAULT_THEME, files: files as Map<ThemePath, Buffer> }
}

/** The theme and the files of a check; null is a file that would be reverted. */
export async function checkedFiles(
  body: Buffer,
  themes: TenantThemes,
  limits: Limits,
): Promise<{ themeId: string; files: Map<ThemePath, Buffer | null> }> {
  const { given, files } = await filesIn(body, LINT.POST.body, themes, limits)
  return { themeId: given.themeId ?? DEFAULT_THEME, files }
}

/** The files in a body; null is a file to revert. A file that has only an ETag stays as it is. */
export async function changedFiles(
  body: Buffer,
  themes: TenantThemes,
  limits: Limits,
): Promise<Map<ThemePath, FileChange>> {
  const { given, files } = await filesIn(body, CHANGED_FILES.POST.body, themes, limits)
  if (files.size === 0) throw malformed('It contains no files.')
  const etags = new Map(Object.entries(given.etags ?? {}).map(([name, etag]) => [themes.path(name), etag]))
  return new Map(
    Array.from(new Set([...files.keys(), ...etags.keys()]), path => {
      const etag = etags.get(path)
      const holds = etag === null ? precondition(undefined, '*') : precondition(etag, undefined)
      return [path, { bytes: files.get(path), precondition: holds }] as const
    }),
  )
}

/** The files of a body. They obey the limits of a package, which are checked before they are built. */
async function filesIn(
  body: Buffer,
  { schema }: Body,
  themes: TenantThemes,
  limits: Limits,
): Promise<{ given: Given; files: Map<ThemePath, Buffer | null> }> {
  const excess = await excessOf(body, { commas: limits.entries + OTHER_COMMAS, depth: DEEPEST })
  if (excess === 'depth') throw malformed('Its JSON is nested too deeply.')
  if (excess === 'commas') throw tooMany(limits)
  // Each step is a few milliseconds of work for the largest body: others get their turn in between.
  await setImmediate()
  const given: Given | undefined = objectIn(body)
  if (given === undefined) throw malformed(EXPECTED)
  await setImmediate()
  const flaw = flawIn(schema, given)
  if (flaw !== undefined) throw malformed(flaw.sentence)
  const names = Object.keys(given.files ?? {})
  if (names.length > limits.entries) throw tooMany(limits)
  const files = new Map<ThemePath, Buffer | null>()
  let size = 0
  for (const [index, name] of names.entries()) {
    if (index % AT_ONCE === 0) await setImmediate()
    const bytes = contentOf(given.files![name]!)
    const path = themes.path(name)
    if (bytes === null) {
      files.set(path, null)
      continue
    }
    if (bytes.length > limits.file)
      throw new Refusal('over_limit', { what: 'file', limit: limits.file, entry: shortened(name, 200) })
    size += bytes.length
    if (size > limits.expanded) throw new Refusal('over_limit', { what: 'expanded', limit: limits.expanded })
    const expected = contradiction(path, bytes)
    if (expected !== undefined) throw new Refusal('content_contradicts', { path, expected })
    files.set(path, bytes)
  }
  await setImmediate()
  const clash = collision([], files.keys())
  if (clash !== undefined) throw new Refusal('path_collides', clash)
  await setImmediate()
  return { given, files }
}

type Content = string | { readonly base64: string } | null

interface Given extends Readonly<Record<string, unknown>> {
  readonly themeId?: string
  readonly files?: Readonly<Record<string, Content>>
  readonly etags?: Readonly<Record<string, string | null>>
}

function contentOf(content: Content): Buffer | null {
  if (content === null) return null
  return typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content.base64, 'base64')
}

function tooMany({ entries }: Limits): Refusal {
  return new Refusal('over_limit', { what: 'entries', limit: entries })
}

function malformed(why: string): Refusal {
  return new Refusal('upload_malformed', { why })
}
