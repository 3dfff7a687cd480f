// Makes the JavaScript of a package in dist, file by file from src and client: Node strips no types below node_modules.
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')

rmSync(DIST, { recursive: true, force: true })
// The client with its types, which those who use it have no sources for.
for (const project of ['tsconfig.build.json', 'tsconfig.client.json']) {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', join(ROOT, project)], { stdio: 'inherit' })
}
// A script x.js beside x.ts would take the place of what was made of the latter.
cpSync(join(ROOT, 'src'), DIST, {
  recursive: true,
  force: false,
  errorOnExist: true,
  filter: file => !file.endsWith('.ts'),
})
