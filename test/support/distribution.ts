import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const PATIENCE = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15']

/** Installs packages of the distribution, as root; where that fails, the tests use what is installed. */
export function installPackages(...names: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const list = names.join(', ')
  console.error(`For the tests: installing ${list} from the packages of the distribution.`)
  const apt = (...words: string[]) =>
    execFileSync('apt-get', [...PATIENCE, '-y', '-qq', ...words], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    apt('update')
    apt('install', '--no-install-recommends', ...names)
  } catch {
    console.error(`${list} could not be installed.`)
  }
}

/** Sees to programs that have the names of their packages. */
export function providePrograms(...names: string[]): void {
  const missing = () => names.filter(name => !isInstalled(name))
  if (missing().length > 0) installPackages(...missing())
  if (missing().length === 0) return
  const list = missing().join(' ')
  throw new Error(`The tests need programs that are missing: install them (Debian: apt-get install ${list}).`)
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, program)))
}
