import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Part } from './parts.ts'

const HERE = import.meta.dirname
const ROOT = join(HERE, '..')
const TOOLS = join(ROOT, 'node_modules/.cache/tabard-mutate')
/** Not below node_modules, where Node runs no TypeScript. */
const WORK = '.mutate'
const LOCK = 'package-lock.json'

/** The least score of a part, in percent. */
export const LEAST = 80

/** A change that Stryker made, and what became of it. */
export interface Mutant {
  readonly file: string
  readonly line: number
  /** The source line in which it begins. */
  readonly text: string
  readonly mutator: string
  readonly replacement: string
  readonly status: string
}

/** Installs Stryker into a folder of its own, unless the pinned version is there: few people need its 175 packages. */
export function installStryker(): void {
  const pinned = readFileSync(join(HERE, LOCK), 'utf8')
  const installed = join(TOOLS, 'installed')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === pinned) return
  console.log('Installing Stryker, once.')
  mkdirSync(TOOLS, { recursive: true })
  for (const name of ['package.json', LOCK]) copyFileSync(join(HERE, name), join(TOOLS, name))
  const { status } = spawnSync('npm', ['ci', '--loglevel=error'], { cwd: TOOLS, stdio: 'inherit' })
  if (status !== 0) throw new Error('npm could not install Stryker.')
  writeFileSync(installed, pinned)
}

/** Tries every mutant of a part and answers with all of them. Stryker prints how far it is. */
export async function mutants(
  name: string,
  { files, tests, without = [] }: Part,
  environment: NodeJS.ProcessEnv,
): Promise<Mutant[]> {
  const report = join(ROOT, WORK, `${name}.json`)
  const settings = join(ROOT, WORK, `${name}.settings.json`)
  mkdirSync(join(ROOT, WORK), { recursive: true })
  const options = {
    mutate: files,
    testRunner: 'node-test',
    nodeTest: { files: tests, without },
    plugins: [join(HERE, 'runner.ts')],
    coverageAnalysis: 'perTest',
    // The machine stays usable, and tests that watch the clock stay true.
    concurrency: 1,
    timeoutMS: 20_000,
    timeoutFactor: 4,
    tempDirName: join(WORK, 'sandbox'),
    ignorePatterns: [WORK, 'bench', 'data', 'deploy', 'docs/images', 'test/golden'],
    disableTypeChecks: false,
    reporters: ['progress-append-only', 'json', 'html'],
    jsonReporter: { fileName: report },
    htmlReporter: { fileName: join(WORK, `${name}.html`) },
    warnings: { unknownOptions: false },
  }
  writeFileSync(settings, JSON.stringify(options, null, 2))
  const program = join(TOOLS, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const child = spawn(process.execPath, [program, 'run', settings], {
    cwd: ROOT,
    env: environment,
    stdio: 'inherit',
  })
  const code = await new Promise(resolve => child.on('close', resolve))
  if (code !== 0) throw new Error(`Stryker failed at ${name}.`)
  return mutantsIn(JSON.parse(readFileSync(report, 'utf8')))
}

/** As much of Stryker's report as is used here. */
interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string
        readonly mutants: readonly {
          readonly mutatorName: string
          readonly replacement?: string
          readonly status: string
          readonly location: { readonly start: { readonly line: number } }
        }[]
      }
    >
  >
}

function mutantsIn({ files }: Report): Mutant[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants.map(({ mutatorName, replacement = '', status, location }) => ({
      file,
      line: location.start.line,
      text: lines[location.start.line - 1]!.trim(),
      mutator: mutatorName,
      replacement,
      status,
    }))
  })
}
