import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A part of a pattern: one character of a kind, or any number of characters, or of folders. */
type Part = ((character: string) => boolean) | '*' | '**' | '**/'

interface Rule {
  readonly parts: readonly Part[]
  readonly negated: boolean
  /** Whether it matches folders only. */
  readonly folder: boolean
}

/** Which files of a theme its file `.tabardignore` excludes, by path below `templates`. A folder ends with a slash. */
export function ignoredIn(root: string): (path: string) => boolean {
  const file = join(root, '.tabardignore')
  const text = existsSync(file) ? readFileSync(file, 'utf8').replace(/^\ufeff/, '') : ''
  // macOS may decompose names; the service composes them.
  const isIgnored = ignoring(text.normalize('NFC'))
  return path => isIgnored(`templates/${path}`.normalize('NFC'))
}

/**
 * Whether a path matches patterns in the syntax of `.gitignore`. A folder ends with a slash. If several patterns match,
 * the last one counts. As in Git, everything in a folder that matches does so too, whatever else matches it.
 */
export function ignoring(text: string): (path: string) => boolean {
  const rules = text.split(/\r?\n/).flatMap(ruleOf)
  const matches = (name: string, isFolder: boolean) =>
    rules.findLast(rule => (isFolder || !rule.folder) && isMatch(rule.parts, name))?.negated === false
  return path => {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
      if (matches(path.slice(0, at), true)) return true
    return !path.endsWith('/') && matches(path, false)
  }
}

function ruleOf(line: string): Rule[] {
  const trimmed = withoutSpaces(line)
  if (trimmed === '' || trimmed.startsWith('#')) return []
  const negated = trimmed.startsWith('!')
  const pattern = negated ? trimmed.slice(1) : trimmed
  const folder = pattern.endsWith('/')
  const body = pattern.replace(/\/$/, '')
  // A slash at the beginning or in the middle anchors a pattern at the folder of the file.
  const anchored = body.includes('/')
  const parts = (body.replace(/^\//, '').match(PARTS) ?? [])
    .map(partOf)
    .filter((part, index, all) => typeof part !== 'string' || part !== all[index - 1])
  return [{ negated, folder, parts: anchored ? parts : ['**/', ...parts] }]
}

/** A line without the spaces at its end. A backslash keeps the one behind it. */
function withoutSpaces(line: string): string {
  const trimmed = line.trimEnd()
  return trimmed.endsWith('\\') ? line.slice(0, trimmed.length + 1) : trimmed
}

const PARTS = /\*\*\/|\*\*|\*|\?|\[[!^]?[^\]/]+\]|\\?./gsu

function partOf(text: string): Part {
  if (text === '*' || text === '**' || text === '**/') return text
  if (text === '?') return character => character !== '/'
  const set = /^\[([!^]?)([^\]/]+)\]$/u.exec(text)
  if (set !== null) return setOf([...set[2]!], set[1] !== '')
  const own = text.replace(/^\\(?=.)/su, '')
  return character => character === own
}

/** The characters in brackets: single ones, and ranges such as `a-z`. A range in the wrong order is empty. */
function setOf(characters: readonly string[], negated: boolean): Part {
  const ranges: { readonly from: string; readonly to: string }[] = []
  for (let at = 0; at < characters.length; at++) {
    const isRange = characters[at + 1] === '-' && at + 2 < characters.length
    const from = characters[at]!
    if (isRange) at += 2
    ranges.push({ from, to: characters[at]! })
  }
  return character =>
    character !== '/' && ranges.some(({ from, to }) => from <= character && character <= to) !== negated
}

/**
 * Whether a name matches. All ways to match are followed at the same time, so that the time depends on the lengths of
 * the pattern and of the name, and not on how many ways there are.
 */
function isMatch(parts: readonly Part[], name: string): boolean {
  let reached = new Set<number>()
  reach(parts, 0, reached)
  for (const character of name) {
    const next = new Set<number>()
    for (const at of reached) {
      const part = parts[at]
      if (part === undefined) continue
      if (part === '**/') {
        next.add(at)
        if (character === '/') reach(parts, at + 1, next)
      } else if (part === '**' || part === '*') {
        if (part === '**' || character !== '/') reach(parts, at, next)
      } else if (part(character)) reach(parts, at + 1, next)
    }
    reached = next
  }
  return reached.has(parts.length)
}

/** Adds a place in a pattern, and those behind it that need no further character. */
function reach(parts: readonly Part[], at: number, reached: Set<number>): void {
  for (let next = at; ; next++) {
    // In the middle of a folder, those behind it are not reached.
    if (reached.has(next) && parts[next] !== '**/') return
    reached.add(next)
    if (typeof parts[next] !== 'string') return
  }
}
