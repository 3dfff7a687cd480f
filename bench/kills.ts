// Kills the service in the middle of its writes, again and again, and counts what it had acknowledged and has lost.
// node bench/kills.ts [SQLite|PostgreSQL] [kills]
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '../src/store/store.ts'
import { LOGIN, THEMES } from '../test/pages/addresses.ts'
import { generationOf, generationPackage, FILES as PACKED } from '../test/process/generations.ts'
import { bundledProgram } from '../test/support/bundle.ts'
import { type EngineName, freshDatabase } from '../test/support/database.ts'
import { filesOf, packageOf } from '../test/support/packages.ts'
import { addAccount, PASSWORD } from '../test/support/people.ts'
import { Person } from '../test/support/person.ts'
import { freePort } from '../test/support/ports.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { type Server, startServer, tokenFrom } from '../test/support/process.ts'
import { CLIENT_ID, CLIENT_SECRET, fileForm, packageForm } from '../test/support/service.ts'

const [engine = 'SQLite', kills = '150'] = process.argv.slice(2)
/** Each file writer writes these again and again, a higher number each time. */
const NAMES = 20
const WRITERS = 2
const USER = 'kim@example.com'

/** The newest number that was sent, and the newest that was acknowledged. */
interface Kept {
  sent: number
  acknowledged: number
}

// Starts in a third of the time, which leaves more of it for writes.
const { program, folder } = await bundledProgram()
const postgres = engine === 'PostgreSQL' ? await startPostgres(true) : undefined
if (postgres !== undefined) process.env.TABARD_TEST_DATABASE = postgres.url
const database = await freshDatabase(engine as EngineName)
const port = await freePort()
const url = `http://127.0.0.1:${port}`

const acknowledged = { packages: 0, files: 0, sessions: 0 }
const problems: string[] = []
const readyMs: number[] = []
let unanswered = 0
let ended = false

let server = await start()
const authorization = `Bearer ${await tokenFrom(url, CLIENT_ID, CLIENT_SECRET)}`
const theme = await createdTheme()
await createPerson()
const generations: Kept = { sent: 0, acknowledged: 0 }
const files = new Map<string, Kept>()
let sessions: Person[] = []
let failedSignIns = 0

for (let kill = 1; kill <= Number(kills); kill += 1) {
  ended = false
  sessions = []
  const writers = Promise.all([
    replacer(),
    ...Array.from({ length: WRITERS }, (_, nth) => fileWriter(nth)),
    visitor(),
  ])
  await sleep(400 + Math.random() * 1_600)
  server.child.kill('SIGKILL')
  await server.ended
  ended = true
  await writers
  const killed = performance.now()
  server = await start()
  readyMs.push(performance.now() - killed)
  await verify(`after kill ${kill}`)
  if (kill % 10 === 0)
    console.log(`${kill} kills`, acknowledged, `unanswered but kept ${unanswered}, lost ${problems.length}`)
}
await server.stop()
if (engine === 'SQLite') checkFile()
await database.remove()
await postgres?.stop()
rmSync(folder, { recursive: true })
readyMs.sort((one, other) => one - other)
const median = Math.round(readyMs[readyMs.length >> 1]!)
console.log({ engine, kills: Number(kills), ...acknowledged, unanswered, lost: problems.length })
console.log({ readyMs: { median, most: Math.round(readyMs.at(-1)!) }, failedSignIns })
for (const line of problems.slice(0, 20)) console.log(line)
process.exit(problems.length > 0 ? 1 : 0)

async function start(): Promise<Server> {
  const client = { TABARD_CLIENT_ID: CLIENT_ID, TABARD_CLIENT_SECRET: CLIENT_SECRET }
  return await startServer({ ...database.environment, ...client, PORT: String(port) }, undefined, program)
}

async function call(method: string, path: string, body?: FormData): Promise<Response> {
  return await fetch(`${url}${path}`, {
    method,
    headers: { authorization },
    ...(body !== undefined && { body }),
  })
}

async function createdTheme(): Promise<string> {
  const form = packageForm(packageOf({ 'common/a.css': 'a {}' }), { name: `Files ${randomUUID()}` })
  return ((await (await call('POST', THEMES, form)).json()) as { id: string }).id
}

async function createPerson(): Promise<void> {
  const store = await openStore(database)
  await addAccount({ service: { store, publicUrl: url } }, { email: USER })
  await store.close()
}

/** Works until the service is killed. A call that broke off is not tried again: nobody knows what came of it. */
async function untilKilled(work: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 0; !ended; turn += 1) {
    try {
      await work(turn)
    } catch {
      return
    }
  }
}

async function replacer(): Promise<void> {
  await untilKilled(async () => {
    generations.sent += 1
    const answer = await call('PUT', `${THEMES}/default`, packageForm(generationPackage(generations.sent)))
    expect(answer.status, 201, 'package')
    generations.acknowledged = generations.sent
    acknowledged.packages += 1
  })
}

async function fileWriter(nth: number): Promise<void> {
  await untilKilled(async turn => {
    const path = `common/writer_${nth}_${turn % NAMES}.css`
    const kept = files.get(path) ?? { sent: 0, acknowledged: 0 }
    files.set(path, kept)
    kept.sent += 1
    const answer = await call('PUT', `${THEMES}/${theme}/${path}`, fileForm(`/* ${kept.sent} */`))
    expect(answer.status, 204, 'file')
    kept.acknowledged = kept.sent
    acknowledged.files += 1
  })
}

async function visitor(): Promise<void> {
  await untilKilled(async () => {
    const person = new Person(url)
    await person.visit(LOGIN)
    await person.submit({ username: USER, password: PASSWORD })
    if (person.cookie('tabard-session') === undefined) {
      failedSignIns += 1
      return
    }
    sessions.push(person)
    acknowledged.sessions += 1
  })
}

function expect(status: number, wanted: number, what: string): void {
  if (status !== wanted) problems.push(`a ${what} was answered with ${status}`)
}

/** Looks whether everything that was acknowledged is there; what was sent last may be there as well. */
async function verify(when: string): Promise<void> {
  const archive = await call('GET', `${THEMES}/default?customized_only=true`)
  const texts = Object.values(await filesOf(Buffer.from(await archive.arrayBuffer())))
  const found = new Set(texts.map(generationOf))
  const [generation = 0] = found
  if (found.size > 1 || (generation > 0 && texts.length !== PACKED))
    problems.push(`${when} the theme has ${texts.length} files of the generations ${[...found]}`)
  check(generations, generation, `${when} the package`)
  for (const [path, kept] of files) {
    const answer = await call('GET', `${THEMES}/${theme}/${path}`)
    const number = answer.status === 404 ? 0 : Number(/\d+/.exec(await answer.text())?.[0])
    check(kept, number, `${when} ${path}`)
  }
  for (const person of sessions)
    if ((await person.visit(LOGIN)).heading !== 'You are signed in')
      problems.push(`${when} a session is lost`)
}

function check(kept: Kept, number: number, what: string): void {
  if (number !== kept.acknowledged && number !== kept.sent)
    problems.push(`${what} is ${number}, not ${kept.acknowledged} or ${kept.sent}`)
  if (number > kept.acknowledged) unanswered += 1
  kept.acknowledged = number
  kept.sent = number
}

function checkFile(): void {
  const file = new DatabaseSync(join(database.data, 'tabard.db'))
  for (const pragma of ['integrity_check', 'foreign_key_check'])
    for (const row of file.prepare(`pragma ${pragma}`).all())
      if (row.integrity_check !== 'ok') problems.push(JSON.stringify(row))
  file.close()
}
