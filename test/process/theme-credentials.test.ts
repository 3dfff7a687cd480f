import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  type Credentials,
  forgetCredentials,
  keepCredentials,
  knownCredentials,
} from '../../src/cli/theme/credentials.ts'
import { Session } from '../../src/cli/theme/session.ts'

const SERVER = 'https://id.example.test'
const first = { server: SERVER, clientId: 'first', clientSecret: 'secret-of-the-first' }
const second = { server: SERVER, clientId: 'second', clientSecret: 'secret-of-the-second' }

describe('a new token', () => {
  let folder: string
  let file: string

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tabard-credentials-'))
    file = join(folder, 'credentials.json')
  })
  after(() => rmSync(folder, { recursive: true }))
  beforeEach(() => {
    for (const client of [first, second]) keepCredentials(file, client)
  })

  const session = (credentials: Credentials) =>
    new Session({
      credentials,
      keptIn: file,
      send: async () => ({
        status: 200,
        headers: {},
        body: Buffer.from(JSON.stringify({ access_token: 'new', expires_in: 3600 })),
      }),
      tell: () => {},
    })

  test('is saved, and the API client of the last login stays the default', async () => {
    await session(first).renew()
    assert.equal(knownCredentials(file, SERVER, 'first')?.token, 'new')
    const known = knownCredentials(file, SERVER, undefined)
    assert.deepEqual([known?.clientId, known?.token], ['second', undefined])
  })

  test('does not bring back credentials that were removed meanwhile', async () => {
    const working = session(second)
    forgetCredentials(file, second)
    await working.renew()
    assert.doesNotMatch(readFileSync(file, 'utf8'), /second|new/)
  })

  test('does not replace a secret that was saved meanwhile', async () => {
    const working = session(second)
    keepCredentials(file, { ...second, clientSecret: 'rotated' })
    await working.renew()
    assert.deepEqual(knownCredentials(file, SERVER, 'second'), { ...second, clientSecret: 'rotated' })
  })
})
