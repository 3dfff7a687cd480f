import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

const FLOORS = [
  ['core'],
  ['setting.ts'],
  ['limit-setting.ts', 'service-setting.ts', 'trace-setting.ts'],
  ['config.ts', 'lint', 'log.ts', 'mail', 'random.ts', 'store', 'trace', 'zip'],
  ['themes'],
  ['identity'],
  ['http', 'installation.ts'],
  ['listening.ts'],
  ['server.ts'],
  ['cli'],
]

const files = globSync('src/**/*.ts').map(file => file.slice('src/'.length).replaceAll('\\', '/'))
const roomOf = (file: string) => file.split('/')[0]!
const floorOf = (file: string) => FLOORS.findIndex(rooms => rooms.includes(roomOf(file)))
const importsOf = (file: string) =>
  [...readFileSync(join('src', file), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
    match => match[1]!,
  )
const inside = (file: string) =>
  importsOf(file)
    .filter(name => name.startsWith('.'))
    .map(name => normalize(join(dirname(file), name)).replaceAll('\\', '/'))
    .filter(name => !name.startsWith('../'))

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

test('the environment is read in one place', () => {
  const readers = files.filter(file => readFileSync(join('src', file), 'utf8').includes('process.env'))
  assert.deepEqual(readers, ['config.ts'])
})
