// Tells whether the bundle in dist was made of the sources of this checkout as they are now.
import { hash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What tells without reading a file or a folder that it is as it was. */
function state(path) {
  // Unlike the time of the last write, no program can set that of the last change.
  const { ctimeMs, size } = lstatSync(ROOT + path)
  return `${path}\t${size}\t${ctimeMs}`
}

/** The content of a file, or the names in a folder, as a hash. */
function content(path) {
  const isFolder = lstatSync(ROOT + path).isDirectory()
  return hash(
    'sha256',
    isFolder
      ? readdirSync(ROOT + path)
          .sort()
          .join('\n')
      : readFileSync(ROOT + path),
  )
}

/** The state and the content of all that a bundle is made of, folders included. */
export function sourcesNow() {
  const inside = readdirSync(`${ROOT}src`, { recursive: true }).map(path => `src/${path}`)
  return ['package.json', 'package-lock.json', 'build/program.ts', 'src', ...inside]
    .map(path => `${state(path)}\t${content(path)}`)
    .join('\n')
}

/** Whether no source was added, removed or changed since the bundle was made. One that was only touched is the same. */
export function isBundleCurrent() {
  try {
    const lines = readFileSync(`${ROOT}dist/sources.txt`, 'utf8').split('\n')
    return lines.every(line => {
      const [path, , , was] = line.split('\t')
      return line === `${state(path)}\t${was}` || content(path) === was
    })
  } catch {
    return false
  }
}
