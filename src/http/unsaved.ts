import { setImmediate } from 'node:timers/promises'
import { contradiction } from '../core/asset.ts'
import { collision, type ThemePath } from '../core/path.ts'
import { type Limits, Refusal } from '../core/refusal.ts'
import { shortened } from '../core/text.ts'
import { DEFAULT_THEME } from '../core/theme.ts'
import type { TenantThemes } from '../themes/themes.ts'
import { excessOf } from './json-bounds.ts'

const HEAD_BYTES = 64
/** A body, its files, one with base64; one more is for members that nobody asks for. */
const DEEPEST = 4
/** Commas beside those between files. */
const OTHER_COMMAS = 100

/** The theme and the files of a preview. They obey the limits of a package, which are checked before they are built. */
export async function unsavedFiles(
  body: Buffer,
  themes: TenantThemes,
  limits: Limits,
): Promise<{ themeId: string; files: Map<ThemePath, Buffer> }> {
  const excess = excessOf(body, { commas: limits.entries + OTHER_COMMAS, depth: DEEPEST })
  if (excess === 'depth') throw malformed('Its JSON is nested too deeply.')
  if (excess === 'commas') throw tooMany(limits)
  // Each step is a few milliseconds of work for the largest body: others get their turn in between.
  await setImmediate()
  const given = parsed(body)
  const names = Object.keys(given.files ?? {})
  if (names.length > limits.entries) throw tooMany(limits)
  await setImmediate()
  const files = new Map<ThemePath, Buffer>()
  let size = 0
  for (const name of names) {
    const bytes = contentOf(given.files![name])
    if (bytes === undefined) throw malformed('Each of files has to be a text, or an object with base64.')
    if (bytes.length > limits.file)
      throw new Refusal('over_limit', { what: 'file', limit: limits.file, entry: shortened(name, 200) })
    size += bytes.length
    if (size > limits.expanded) throw new Refusal('over_limit', { what: 'expanded', limit: limits.expanded })
    const path = themes.path(name)
    const expected = contradiction(path, bytes.subarray(0, HEAD_BYTES))
    if (expected !== undefined) throw new Refusal('content_contradicts', { path, expected })
    files.set(path, bytes)
  }
  const clash = collision([], files.keys())
  if (clash !== undefined) throw new Refusal('path_collides', clash)
  await setImmediate()
  return { themeId: typeof given.themeId === 'string' ? given.themeId : DEFAULT_THEME, files }
}

function parsed(body: Buffer): { themeId?: unknown; files?: Record<string, unknown> } {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const { files } = value as { files?: unknown }
      if (files === undefined || (typeof files === 'object' && files !== null && !Array.isArray(files)))
        return value
    }
  } catch {
    // Told below, like every other body that is not what it should be.
  }
  throw malformed(
    'The body has to be JSON such as {"themeId": "default", "files": {"common/page_style.css": "…"}}.',
  )
}

function contentOf(content: unknown): Buffer | undefined {
  if (typeof content === 'string') return Buffer.from(content, 'utf8')
  const { base64 } = (content ?? {}) as { base64?: unknown }
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined
}

function tooMany({ entries }: Limits): Refusal {
  return new Refusal('over_limit', { what: 'entries', limit: entries })
}

function malformed(why: string): Refusal {
  return new Refusal('upload_malformed', { why })
}
