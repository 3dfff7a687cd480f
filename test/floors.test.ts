import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

const FLOORS = [
  ['core'],
  ['connection-setting.ts', 'content-tag.ts', 'program.ts', 'random.ts', 'setting.ts'],
  ['limit-setting.ts', 'service-setting.ts', 'trace-setting.ts'],
  ['browser', 'config.ts', 'jobs', 'log.ts', 'mail', 'store', 'trace', 'zip'],
  ['pages'],
  ['lint'],
  ['themes'],
  ['identity'],
  ['governance'],
  ['http', 'installation.ts', 'least-limits.ts'],
  ['duties.ts', 'listening.ts', 'no-mail-server.ts'],
  ['server.ts'],
  ['cli'],
]

/** The rooms of a folder, from below; the file that bears its name is the door, and stands above them. */
const WALLS: Readonly<Record<string, readonly string[]>> = {
  identity: [
    'tenancy',
    'access',
    'guards',
    'designs',
    'sessions',
    'surfaces',
    'factors',
    'directory',
    'sources',
    'provider',
    'measuring',
    'journeys',
    'built-in',
  ],
  http: ['request', 'handbook', 'description', 'server', 'scripts', 'pages', 'calls', 'console'],
}

const files = globSync('src/**/*.ts').map(file => file.slice('src/'.length).replaceAll('\\', '/'))
const roomOf = (file: string) => file.split('/')[0]!
const floorOf = (file: string) => FLOORS.findIndex(rooms => rooms.includes(roomOf(file)))
const importsOf = (file: string) => modulesIn(readFileSync(join('src', file), 'utf8')).map(({ name }) => name)
const inside = (file: string) =>
  importsOf(file)
    .filter(name => name.startsWith('.'))
    .map(name => normalize(join(dirname(file), name)).replaceAll('\\', '/'))
    .filter(name => !name.startsWith('../'))

/** The modules that a source imports, and whether anything but types. */
function modulesIn(source: string): { name: string; values: boolean }[] {
  const statements = source.matchAll(/^(?:im|ex)port (type )?([^'"`;=]*?)from '([^']+)'$/gm)
  const bare = source.matchAll(/^import '([^']+)'|import\('([^']+)'\)/gm)
  return [
    ...Array.from(statements, ([, type, names = '', name]) => ({
      name: name!,
      values: type === undefined && !/^\{(?:\s*type [^,}]+,?)+\s*\}\s*$/.test(names),
    })),
    ...Array.from(bare, ([, first, second]) => ({ name: (first ?? second)!, values: first !== undefined })),
  ]
}

test('every file stands on a floor', () => {
  assert.deepEqual(
    files.filter(file => floorOf(file) === -1),
    [],
  )
})

test('imports go down only, and a neighbour on the same floor is a stranger', () => {
  const upward = files.flatMap(file =>
    inside(file)
      .filter(target => roomOf(target) !== roomOf(file) && floorOf(target) >= floorOf(file))
      .map(target => `${file} → ${target}`),
  )
  assert.deepEqual(upward, [])
})

test('rooms inside a folder know those below them only', () => {
  const upward = Object.entries(WALLS).flatMap(([folder, rooms]) => {
    const level = (file: string) => {
      const parts = file.split('/')
      return parts[0] !== folder ? -1 : parts.length === 2 ? rooms.length : rooms.indexOf(parts[1]!)
    }
    const within = files.filter(file => roomOf(file) === folder)
    assert.deepEqual(
      within.filter(file => level(file) === -1),
      [],
    )
    return within.flatMap(file =>
      inside(file)
        .filter(target => level(target) > level(file))
        .map(target => `${file} → ${target}`),
    )
  })
  assert.deepEqual(upward, [])
})

test('nothing inside a folder goes through its own door', () => {
  const through = files.flatMap(file =>
    inside(file)
      .filter(target => target === `${roomOf(file)}/${roomOf(file)}.ts`)
      .map(target => `${file} → ${target}`),
  )
  assert.deepEqual(through, [])
})

test('no files need each other', () => {
  const sources = globSync(['src/**/*.ts', 'console/src/**/*.{ts,tsx}']).map(file =>
    file.replaceAll('\\', '/'),
  )
  const known = new Set(sources)
  const needs = new Map(
    sources.map(file => [
      file,
      modulesIn(readFileSync(file, 'utf8'))
        .filter(({ name, values }) => values && name.startsWith('.'))
        .map(({ name }) => normalize(join(dirname(file), name)).replaceAll('\\', '/'))
        .filter(name => known.has(name)),
    ]),
  )
  assert.deepEqual(circlesIn(needs), [])
})

test('no rooms of the core need each other, not even for their types', () => {
  const room = (file: string) => (file.split('/').length > 2 ? dirname(file) : file)
  const core = Map.groupBy(
    files.filter(file => roomOf(file) === 'core'),
    room,
  )
  const needs = new Map(
    Array.from(core, ([name, within]) => [
      name,
      within.flatMap(file => inside(file).map(room)).filter(target => target !== name),
    ]),
  )
  assert.deepEqual(circlesIn(needs), [])
})

/** The groups of files that lead back to themselves. */
function circlesIn(needs: ReadonlyMap<string, readonly string[]>): string[][] {
  const [order, low] = [new Map<string, number>(), new Map<string, number>()]
  const path: string[] = []
  const circles: string[][] = []
  const visit = (file: string) => {
    order.set(file, order.size)
    low.set(file, order.get(file)!)
    path.push(file)
    for (const next of needs.get(file)!) {
      if (!order.has(next)) visit(next)
      if (path.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!))
    }
    if (low.get(file) !== order.get(file)) return
    const circle = path.splice(path.indexOf(file))
    if (circle.length > 1) circles.push(circle)
  }
  for (const file of needs.keys()) if (!order.has(file)) visit(file)
  return circles
}

test('the console takes nothing of the service but its core', () => {
  const taken = globSync('console/src/**/*.{ts,tsx}').flatMap(file =>
    modulesIn(readFileSync(file, 'utf8'))
      .map(({ name }) => name)
      .filter(name => name.includes('/src/') && !name.includes('/src/core/'))
      .map(name => `${file} → ${name}`),
  )
  assert.deepEqual(taken, [])
})

test('a folder is entered by the file that bears its name', () => {
  const doors = files.flatMap(file =>
    inside(file)
      .filter(target => roomOf(target) !== roomOf(file) && roomOf(target) !== 'core' && target.includes('/'))
      .filter(target => target !== `${roomOf(target)}/${roomOf(target)}.ts`)
      .map(target => `${file} → ${target}`),
  )
  assert.deepEqual(doors, [])
})

test('the core is pure: it imports nothing but itself, and the template engine an HTML parser', () => {
  const impure = files
    .filter(file => roomOf(file) === 'core')
    .flatMap(file => importsOf(file).map(name => [file, name] as const))
    .filter(
      ([file, name]) => !name.startsWith('.') && !(name === 'parse5' && file.startsWith('core/template/')),
    )
  assert.deepEqual(impure, [])
})

test('the environment is read in one place, and by commands that speak to a service in another', () => {
  const readers = files.filter(file => readFileSync(join('src', file), 'utf8').includes('process.env'))
  assert.deepEqual(readers.sort(), ['config.ts', 'connection-setting.ts'])
})

test('the store tells the time and makes ids, so that both can be chosen', () => {
  // Clocks of the machine: the log, spans, the library that signs people in, how long a terminal was quiet,
  // a machine slept or a token lasts.
  const allowed = [
    'cli/doctor-examination.ts',
    'cli/progress.ts',
    'cli/theme/session.ts',
    'cli/theme/watch.ts',
    'core/analytics/snippet.ts',
    'identity/provider/grants.ts',
    'identity/provider/own-session.ts',
    'log.ts',
    'mail/smtp.ts',
    'store/migrations/migrations.ts',
    'store/store.ts',
    'trace/trace.ts',
  ]
  const own = files.filter(file => /Date\.now|randomUUID/.test(readFileSync(join('src', file), 'utf8')))
  assert.deepEqual(
    own.filter(file => !allowed.includes(file)),
    [],
  )
})
