import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What never goes into an image, whatever the rules say: git and what npm installs. */
const LEFT_OUT = new Set(['.git', 'node_modules'])

/** Copies what the rules of .dockerignore admit: the files that `docker build` sees. */
export function copyContext(checkout: string, into: string): void {
  const isAdmitted = admission(readFileSync(join(checkout, '.dockerignore'), 'utf8'))
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(checkout, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (LEFT_OUT.has(entry.name)) continue
      if (entry.isDirectory()) visit(path)
      else if (isAdmitted(path)) cpSync(join(checkout, path), join(into, path))
    }
  }
  visit('')
}

/** Whether a path is in the context. The last rule that matches it, or a folder above it, decides. */
export function admission(rules: string): (path: string) => boolean {
  const lines = rules.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#'))
  const parsed = lines.map(line => ({
    admits: line.startsWith('!'),
    pattern: new RegExp(`^${translated(line.replace(/^!/, '').replace(/^\/|\/$/g, ''))}(?:/|$)`),
  }))
  return path => parsed.findLast(({ pattern }) => pattern.test(path))?.admits ?? true
}

function translated(rule: string): string {
  return rule.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, found => {
    if (found === '**/') return '(?:.*/)?'
    if (found === '**') return '.*'
    if (found === '*') return '[^/]*'
    return found === '?' ? '[^/]' : `\\${found}`
  })
}

export interface Instruction {
  readonly name: string
  readonly rest: string
}

/** The instructions of a Dockerfile, with lines that go on joined. */
export function instructionsOf(text: string): Instruction[] {
  const lines = text.replaceAll(/\\\n\s*/g, ' ').split('\n')
  return lines
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => ({ name: line.split(' ', 1)[0]!, rest: line.slice(line.indexOf(' ') + 1) }))
}
