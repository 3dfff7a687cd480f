// Makes the JavaScript of a package in dist: Node strips no types below node_modules.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { bundleProgram, DIST } from './program.ts'

const ROOT = join(import.meta.dirname, '..')

await bundleProgram(DIST)
// The client with its types, which those who use it have no sources for.
const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'tsconfig.client.json')], { stdio: 'inherit' })
