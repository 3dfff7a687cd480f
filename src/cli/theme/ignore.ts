import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Rule {
  readonly matches: RegExp
  readonly negated: boolean
  /** Whether it matches folders only. */
  readonly folder: boolean
}

/** Which files of a theme its file `.tabardignore` excludes, by path below `templates`. A folder ends with a slash. */
export function ignoredIn(root: string): (path: string) => boolean {
  const file = join(root, '.tabardignore')
  // macOS may decompose names; the service composes them.
  const isIgnored = ignoring(existsSync(file) ? readFileSync(file, 'utf8').normalize('NFC') : '')
  return path => isIgnored(`templates/${path}`.normalize('NFC'))
}

/**
 * Whether a path matches patterns in the syntax of `.gitignore`. A folder ends with a slash. If several patterns match,
 * the last one counts. As in Git, everything in a folder that matches does so too, whatever else matches it.
 */
export function ignoring(text: string): (path: string) => boolean {
  const rules = text.split(/\r?\n/).flatMap(ruleOf)
  const matches = (name: string, isFolder: boolean) =>
    rules.findLast(rule => (isFolder || !rule.folder) && rule.matches.test(name))?.negated === false
  return path => {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
      if (matches(path.slice(0, at), true)) return true
    return !path.endsWith('/') && matches(path, false)
  }
}

function ruleOf(line: string): Rule[] {
  const trimmed = line.replace(/(?<!\\)\s+$/, '')
  if (trimmed === '' || trimmed.startsWith('#')) return []
  const negated = trimmed.startsWith('!')
  const pattern = negated ? trimmed.slice(1) : trimmed
  const folder = pattern.endsWith('/')
  const body = pattern.replace(/\/$/, '')
  // A slash at the beginning or in the middle anchors a pattern at the folder of the file.
  const anchored = body.includes('/')
  const source = translated(body.replace(/^\//, ''))
  return [
    {
      negated,
      folder,
      matches: new RegExp(`^${anchored ? '' : '(?:.*/)?'}${source}$`, 's'),
    },
  ]
}

function translated(pattern: string): string {
  let source = ''
  for (let at = 0; at < pattern.length; at++) {
    const rest = pattern.slice(at)
    const character = pattern[at]!
    const set = /^\[([!^]?)([^\]/]+)\]/.exec(rest)
    if (rest.startsWith('**/')) {
      source += '(?:.*/)?'
      at += 2
    } else if (rest.startsWith('**')) {
      source += '.*'
      at += 1
    } else if (character === '*') source += '[^/]*'
    else if (character === '?') source += '[^/]'
    else if (set !== null) {
      source += `[${set[1] === '' ? '' : '^'}${set[2]!.replace(/[\\[\]^]/g, '\\$&')}]`
      at += set[0].length - 1
    } else {
      if (character === '\\' && at + 1 < pattern.length) at += 1
      source += pattern[at]!.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    }
  }
  return source
}
