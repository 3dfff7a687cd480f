import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
/** The threads that the program starts, each made of a few large files as well. */
const THREADS = [
  'src/pages/compile-worker.ts',
  'src/themes/lint-worker.ts',
  'src/zip/worker.ts',
  'src/store/engines/sqlite-writer.ts',
]

/** Leaves every module its own place, so that it finds the files beside it; threads are found beside the program. */
const places = (folder: string): Plugin => ({
  name: 'places',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(ROOT) || !code.includes('import.meta.')) return undefined
    const place = /new Worker\(|-worker\$/.test(code) ? join(folder, 'cli.js') : id
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(place).href))
  },
})

/**
 * The program of the command line, made of a few large files instead of a thousand small ones, with all that it depends on: a command then takes
 * a third of the processor time. Tests run hundreds of them.
 */
export async function bundledProgram(): Promise<{ readonly program: string; readonly folder: string }> {
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  // Below node_modules, where the other packages are found.
  const folder = mkdtempSync(join(cache, 'tabard-program-'))
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [places(folder)],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'esnext',
      rolldownOptions: {
        input: ['src/cli/cli.ts', ...THREADS].map(path => join(ROOT, path)),
        output: { entryFileNames: '[name].js' },
        // A part of oidc-provider makes functions of text, and means to.
        checks: { eval: false },
      },
    },
    ssr: { noExternal: true },
  })
  const program = join(folder, 'tabard.mjs')
  writeFileSync(program, `import('./cli.js').then(({ main }) => main(process.argv))\n`)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  return { program, folder }
}
