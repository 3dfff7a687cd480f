import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { FILES } from '../pages/addresses.ts'
import { packageOf } from '../support/packages.ts'

const FOLDER = join(import.meta.dirname, '../fixtures/hostile-theme')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

/** The package of the hostile theme. Its author knows all addresses. */
export function hostileTheme(
  origins: Readonly<Record<'EVIL' | 'OWN' | 'CONSOLE' | 'BANK', string>>,
): Buffer<ArrayBuffer> {
  const known = { ...origins, OWN_SOCKET: origins.OWN.replace(/^http/, 'ws') }
  const header = read('header.html').replace(/\{(\w+)\}/g, (_, name: keyof typeof known) => known[name])
  const assets = readdirSync(FOLDER).filter(name => /\.(?:js|svg)$/.test(name))
  return packageOf({
    [FILES.header]: header,
    ...Object.fromEntries(assets.map(name => [`common/static/attacks/${name}`, read(name)])),
    'common/static/worker.js': read('worker.js'),
  })
}

/** The names of the attacks in a file of the theme. */
export function attacksIn(file: 'requests' | 'windows' | 'frames' | 'workers'): string[] {
  const names: string[] = []
  runInContext(read(`${file}.js`), createContext({ attack: (name: string) => void names.push(name) }))
  return names
}
