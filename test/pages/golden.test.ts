// Every page and mail as it was when somebody last looked at it. After a wanted change:
// TABARD_GOLDEN=write npm test -- test/pages/golden.test.ts, and read the difference.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { MAILS, PAGES } from '../../src/core/catalogue/catalogue.ts'
import { type TestService, testService } from '../support/service.ts'
import { PREVIEW } from './addresses.ts'

const FOLDER = join(import.meta.dirname, '../golden')
const WRITES = process.env.TABARD_GOLDEN === 'write'
const LOCALES = ['default', 'de']

interface Shown {
  readonly file: string
  readonly id: string
  readonly query: string
  readonly accept: string
}

const pages: Shown[] = PAGES.flatMap(({ id, states }) =>
  Object.keys(states).flatMap(state =>
    LOCALES.map(locale => ({
      file: `${id}.${state}.${locale}.html`,
      id,
      query: `?state=${state}&locale=${locale}`,
      accept: 'text/html',
    })),
  ),
)
const mails: Shown[] = MAILS.flatMap(({ id, states }) =>
  Object.keys(states).flatMap(state =>
    LOCALES.flatMap(locale =>
      [
        ['html', 'text/html'],
        ['txt', 'text/plain'],
      ].map(([extension, accept]) => ({
        file: `${id}.${state}.${locale}.${extension}`,
        id,
        query: `?state=${state}&locale=${locale}`,
        accept: accept!,
      })),
    ),
  ),
)
const all = [...pages, ...mails]

describe('what people see, with sample values', () => {
  let service: TestService

  before(async () => {
    service = await testService('SQLite', { TABARD_PUBLIC_URL: 'https://id.example' })
    if (WRITES) for (const file of readdirSync(FOLDER)) rmSync(join(FOLDER, file))
  })
  after(() => service.stop())

  for (const { file, id, query, accept } of all) {
    test(file, async () => {
      const answer = await service.call('GET', `${PREVIEW}/${id}${query}`, undefined, { accept })
      assert.equal(answer.status, 200)
      const subject = answer.headers.get('tabard-subject')
      const head =
        accept === 'text/plain' && subject !== null ? `Subject: ${decodeURIComponent(subject)}\n\n` : ''
      const text = `${head}${steady(await answer.text(), service.url)}`.replace(/\n?$/, '\n')
      if (WRITES) writeFileSync(join(FOLDER, file), text)
      assert.equal(text, readFileSync(join(FOLDER, file), 'utf8'))
    })
  }

  test('there are no golden files of pages that there are not any more', () => {
    assert.deepEqual(readdirSync(FOLDER).sort(), all.map(({ file }) => file).sort())
  })
})

/** A page without what differs from one answer, or one installation, to the next. */
function steady(text: string, url: string): string {
  return text
    .replace(/ nonce="[\w-]+"/g, ' nonce="…"')
    .replace(/([?&;]v=)\d+-[0-9a-f]{16}-[0-9a-z]+/g, '$1…')
    .replaceAll(url, 'https://id.example')
    .replaceAll(new URL(url).host, 'id.example')
}
