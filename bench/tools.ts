import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from '../test/support/distribution.ts'

const FOLDER = import.meta.dirname
/** What is measured beside, or with, and comes from Debian's packages; each program is in the package of its name. */
const PROGRAMS = ['nginx', 'wrk'] as const
const PATH = `${process.env.PATH}:/usr/sbin`

/** Installs the programs that are missing; gives those that this user cannot install. */
export function installPrograms(): readonly string[] {
  const missing = PROGRAMS.filter(program => !isThere(program))
  if (missing.length > 0)
    installPackages(...missing.map(program => (program === 'nginx' ? 'nginx-light' : program)))
  return PROGRAMS.filter(program => !isThere(program))
}

/** Installs the peers from npm beside this file, where they burden nobody who only runs the service. */
export function installPeers(): void {
  if (existsSync(join(FOLDER, 'node_modules/.package-lock.json'))) return
  console.error('installing the peers from npm into bench/node_modules')
  // Not the settings of the npm that runs this, which name another folder.
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: Object.fromEntries(environment),
  })
}

/** The version of a program, as it tells it. */
export function versionOf(program: (typeof PROGRAMS)[number]): string | undefined {
  if (!isThere(program)) return undefined
  const { stdout, stderr } = spawnSync(program, ['-v'], {
    env: { ...process.env, PATH },
    encoding: 'utf8',
  })
  return /\d+\.\d[\w.]*/.exec(`${stdout}${stderr}`)?.[0]
}

function isThere(program: string): boolean {
  return PATH.split(':').some(folder => existsSync(join(folder, program)))
}
