import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import lock from '../../package-lock.json' with { type: 'json' }
import { copyContext } from './docker.ts'
import { bare, type Ended, run } from './process.ts'

export const CHECKOUT = join(import.meta.dirname, '../..')

/**
 * Makes the package as the Dockerfile does, from the files that an image is built from and no others. It is a copy of
 * the checkout, so that nothing moves under other tests.
 */
export function packedCheckout(folder: string): string {
  const copy = join(folder, 'checkout')
  copyContext(CHECKOUT, copy)
  symlinkSync(join(CHECKOUT, 'node_modules'), join(copy, 'node_modules'))
  const answer = execFileSync('npm', ['pack', '--json', '--offline', '--pack-destination', folder], {
    cwd: copy,
    encoding: 'utf8',
    env: bare(),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename }] = JSON.parse(answer)
  return join(folder, filename)
}

/** Installs the package as npm would, with what it depends on and nothing else, and without a registry. */
export function install(tarball: string, folder: string): void {
  const place = join(folder, 'node_modules/tabard')
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  for (const path of productionPaths()) {
    const source = join(CHECKOUT, path)
    const own = (file: string) => file !== join(source, 'node_modules')
    cpSync(source, join(folder, path), { recursive: true, filter: own })
  }
  mkdirSync(place)
  execFileSync('tar', ['-xzf', tarball, '-C', place, '--strip-components=1'])
  chmodSync(join(place, 'bin/tabard.mjs'), 0o755)
  symlinkSync('../tabard/bin/tabard.mjs', join(folder, 'node_modules/.bin/tabard'))
}

/** Where the lock file puts what `dependencies` need, directly or through others. */
function productionPaths(): string[] {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !('dev' in entry))
    .map(([path]) => path)
}

/** Runs `npx tabard` in a folder, with the Node that runs the tests. */
export async function npxTabard(
  folder: string,
  arguments_: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  return await run('npx', ['--offline', 'tabard', ...arguments_], { ...environment, PATH }, folder)
}
