// Makes the JavaScript of a package in dist, file by file from src: Node strips no types below node_modules.
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')

rmSync(DIST, { recursive: true, force: true })
execFileSync(
  process.execPath,
  [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', join(ROOT, 'tsconfig.build.json')],
  { stdio: 'inherit' },
)
// A script x.js beside x.ts would take the place of what was made of the latter.
cpSync(join(ROOT, 'src'), DIST, {
  recursive: true,
  force: false,
  errorOnExist: true,
  filter: file => !file.endsWith('.ts'),
})
