import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { configFrom } from '../../src/config.ts'
import { openInstallation } from '../../src/installation.ts'
import { openStore } from '../../src/store/store.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { EVERYTHING } from '../support/everything.ts'
import { bare } from '../support/process.ts'
import { TENANT, textsAt } from '../support/store.ts'
import { FILES, generationOf } from './generations.ts'

const ROUNDS = EVERYTHING ? 20 : 6
const REPLACER = join(import.meta.dirname, 'replacer.ts')

describe('a process that is killed while it replaces a theme or pushes to it', () => {
  let database: TestDatabase

  before(async () => {
    database = await freshDatabase('SQLite')
    const { store } = await openInstallation(configFrom(database.environment))
    await store.close()
  })
  after(() => database.remove())

  /** Runs the replacer from a generation on, kills it a little after its first success, and tells its last one. */
  async function killed(way: 'replace' | 'push', first: number, delay: number): Promise<number> {
    const child = spawn(process.execPath, [REPLACER, database.data, TENANT, String(first), way], {
      env: bare(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let acknowledged = 0
    let complaint = ''
    const lines = createInterface(child.stdout)
    lines.on('line', line => {
      acknowledged = Number(line)
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      complaint += text
    })
    const closed = once(child, 'close')
    const linesEnded = once(lines, 'close')
    await Promise.race([once(lines, 'line'), closed])
    await sleep(delay)
    child.kill('SIGKILL')
    const [, signal] = await closed
    await linesEnded
    assert.equal(signal, 'SIGKILL', complaint)
    return acknowledged
  }

  test('leaves one generation whole, the last that it acknowledged or the one after', async () => {
    let generation = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const delay = (round / ROUNDS) * 60
      const way = round % 2 === 0 ? 'replace' : 'push'
      const acknowledged = await killed(way, generation + 1, delay)
      const how = `round ${round}, ${way}, killed ${delay.toFixed(1)} ms after the first acknowledgement`

      const store = await openStore(database)
      const { revision } = (await store.tenant(TENANT).themes.get('default'))!
      const texts = Object.values(await textsAt(store, 'default', revision))
      const [newest] = await store.tenant(TENANT).themes.revisions('default')
      await store.close()
      const generations = new Set(texts.map(generationOf))
      assert.equal(texts.length, FILES, how)
      assert.equal(generations.size, 1, `${how}: ${[...generations]}`)
      generation = generationOf(texts[0]!)
      if (newest!.cause === 'push') assert.equal(generationOf(newest!.message!), generation, how)
      assert.ok(
        generation === acknowledged || generation === acknowledged + 1,
        `${how}: ${acknowledged} was acknowledged, ${generation} is there`,
      )

      const file = new DatabaseSync(join(database.data, 'tabard.db'))
      assert.deepEqual({ ...file.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' }, how)
      assert.deepEqual(file.prepare('pragma foreign_key_check').all(), [], how)
      file.close()
    }
  })
})
