interface Rule {
  readonly matches: RegExp
  readonly negated: boolean
}

/** Whether a path matches patterns in the syntax of `.gitignore`. If several match, the last one counts. */
export function ignoring(text: string): (path: string) => boolean {
  const rules = text.split(/\r?\n/).flatMap(ruleOf)
  return path => rules.findLast(({ matches }) => matches.test(path))?.negated === false
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
      matches: new RegExp(`^${anchored ? '' : '(?:.*/)?'}${source}${folder ? '/.*' : '(?:/.*)?'}$`, 's'),
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
