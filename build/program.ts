// Bundles the program into dist: a thousand small files take longer to load than to run. Most dependencies stay
// outside, so that an update of theirs needs no new bundle.
import { cpSync, globSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { sourcesNow } from './sources.mjs'

const ROOT = join(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')

/** Where a checkout and a package have the bundle. */
export const DIST = join(ROOT, 'dist')

/** What is loaded by its path: the command line, the module that finds files, and the threads. */
const ENTRIES = [
  'cli/cli',
  'program',
  'pages/compile-worker',
  'store/engines/sqlite-writer',
  'themes/lint-worker',
  'zip/worker',
]

/**
 * Dependencies whose many small files would take a quarter of the start to load. They stay dependencies: a checkout
 * without a bundle imports them.
 */
export const INLINED = ['kysely']

/**
 * Takes `node:http` from Node without an import: an import reads every export, and one of them loads the whole HTTP
 * client of `fetch`, which would take a tenth of the start.
 */
const NODE_HTTP = {
  name: 'node-http',
  enforce: 'pre',
  resolveId: (id: string) => (id === 'node:http' ? '\0node-http' : null),
  load(id: string) {
    if (id !== '\0node-http') return null
    const values = Object.entries(Object.getOwnPropertyDescriptors(http)).filter(([, { get }]) => !get)
    return `const http = process.getBuiltinModule('node:http')
export default http
export const { ${values.map(([name]) => name).join(', ')} } = http`
  },
} as const

/** Writes the bundle and the files that it reads to a folder. */
export async function bundleProgram(folder: string): Promise<void> {
  // Before the sources are read: a bundle counts as stale when one of them changes meanwhile.
  const sources = sourcesNow()
  rmSync(folder, { recursive: true, force: true })
  await build({
    configFile: false,
    root: ROOT,
    ssr: { noExternal: INLINED },
    plugins: [NODE_HTTP],
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      target: 'esnext',
      // Stack traces have to stay readable.
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(ENTRIES.map(path => [path, join(SRC, `${path}.ts`)])),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // The engine keeps the whole text of a module, and takes two bytes for each character if one is not ASCII.
          comments: { legal: true, annotation: false, jsdoc: false },
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
        },
        checks: { bundlerTimings: false },
      },
    },
  })
  for (const path of globSync('**/*.*', { cwd: SRC, exclude: path => extname(path) === '.ts' }))
    cpSync(join(SRC, path), join(folder, path), { force: false, errorOnExist: true })
  writeFileSync(join(folder, 'sources.txt'), sources)
}

if (import.meta.main) await bundleProgram(DIST)
