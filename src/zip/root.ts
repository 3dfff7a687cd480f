import { isJunk } from '../core/path.ts'
import type { Entry } from './directory.ts'
import { flawed, printable } from './flaws.ts'
import { ROOT } from './name.ts'

const SHOWN = 5

/** Rejects an archive without the folder `templates` at its root, and says what was found instead. */
export function checkRoot(entries: readonly Entry[]): void {
  for (const { name, folder } of entries) if (name.startsWith(ROOT) || (folder && `${name}/` === ROOT)) return
  throw flawed('no-templates', undefined, `the folder templates is missing at the root; ${finding(entries)}`)
}

/** Whether an entry is the folder `templates` at the root, or something in it. */
export function isBelowRoot({ name, folder }: Entry): boolean {
  return name.startsWith(ROOT) || (folder && `${name}/` === ROOT)
}

function finding(entries: readonly Entry[]): string {
  if (entries.length === 0) return 'the archive is empty'
  const roots = new Set<string>()
  for (const { name, folder } of entries) {
    const [first, second, ...rest] = name.split('/')
    if (second === 'templates' && (folder || rest.length > 0))
      return `it is inside ${printable(first!)}/: zip the folder templates itself, not the folder around it`
    roots.add(folder || second !== undefined ? `${first}/` : first!)
  }
  const telling = [...roots].filter(root => !isJunk(root))
  const shown = (telling.length > 0 ? telling : [...roots]).map(printable)
  const listed = shown.length > SHOWN ? [...shown.slice(0, SHOWN), 'more'] : shown
  const last = listed.pop()!
  return `found ${listed.length > 0 ? `${listed.join(', ')} and ${last}` : last} instead`
}
