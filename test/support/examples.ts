import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageOf } from './packages.ts'

const EXAMPLES = join(import.meta.dirname, '../../examples')

/** The package of an example theme. */
export function examplePackage(name: string): Buffer<ArrayBuffer> {
  const root = join(EXAMPLES, name, 'templates')
  const files = globSync(`${root}/**/*.*`)
  return packageOf(Object.fromEntries(files.map(path => [relative(root, path), readFileSync(path)])))
}
