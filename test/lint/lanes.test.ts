import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shippedMaster } from '../../src/installation.ts'
import { startLintThread } from '../../src/themes/themes.ts'

type Request = Parameters<Awaited<ReturnType<typeof startLintThread>>['ask']>[2]

const HEADER = 'common/page_components/page_header.html'
const LANGUAGES = [
  'de',
  'fr',
  'es',
  'it',
  'ja',
  'nl',
  'sv',
  'pl',
  'tr',
  'da',
  'fi',
  'cs',
  'hu',
  'ko',
  'ru',
  'th',
]

const asked = (files: Readonly<Record<string, string>>, key: string): Request => {
  const contents = new Map(Object.entries(files).map(([path, text]) => [path, { bytes: Buffer.from(text) }]))
  return { key, settings: {}, digests: new Map([...contents.keys()].map(path => [path, key])), contents }
}
const small = (key: string) => asked({ [HEADER]: '<header>x</header>' }, key)
/** All pages in all these languages have a header of their own, with thousands of elements. */
const slow = (key: string) =>
  asked(
    Object.fromEntries(
      LANGUAGES.map(locale => [
        HEADER.replace('page_header', `${locale}/page_header`),
        `<header>${locale}${'<b>x</b>'.repeat(9_000)}</header>`,
      ]),
    ),
    key,
  )

test('a theme that takes long to check does not delay the checks of others, not even the first time', async () => {
  const lanes = await startLintThread(shippedMaster())
  await lanes.ask('quiet', 'ada', small('quiet 1'))
  const ended: string[] = []
  const begin = (key: string) =>
    lanes.ask('loud', 'eve', slow(key)).then(
      () => ended.push(key),
      () => ended.push(key),
    )
  const first = begin('loud 1')
  await lanes.ask('quiet', 'ada', small('quiet 2'))
  assert.deepEqual(ended, [], 'the long check goes on in another lane')
  const second = begin('loud 2')
  assert.equal(lanes.waiting('loud', 'eve'), 1, 'the next check of the slow author waits for the first one')
  for (const number of [3, 4, 5]) await lanes.ask('quiet', 'ada', small(`quiet ${number}`))
  assert.deepEqual(ended, [])
  await lanes.close()
  await Promise.all([first, second])
})
