// Tells whether the bundle in dist was made of the sources of this checkout as they are now.
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A line for a file or a folder. It differs as soon as a file is changed, or a file of the folder added or removed. */
function state(path) {
  // Unlike the time of the last write, no program can set that of the last change.
  const { ctimeMs, size } = lstatSync(ROOT + path)
  return `${path}\t${size}\t${ctimeMs}`
}

/** The state of all that a bundle is made of, folders included. */
export function sourcesNow() {
  const inside = readdirSync(`${ROOT}src`, { recursive: true }).map(path => `src/${path}`)
  return ['package.json', 'package-lock.json', 'build/program.ts', 'src', ...inside].map(state).join('\n')
}

/** Whether no source was added, removed or changed since the bundle was made. */
export function isBundleCurrent() {
  try {
    const lines = readFileSync(`${ROOT}dist/sources.txt`, 'utf8').split('\n')
    return lines.every(line => line === state(line.split('\t', 1)[0]))
  } catch {
    return false
  }
}
