import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { isMail, MAILS, PAGES } from '../../src/core/catalogue/catalogue.ts'
import { folderPages, loadMaster, sampled, whyMaster } from '../../src/pages/pages.ts'

const ROOT = join(import.meta.dirname, '../..')

test('every page and mail is rendered from a folder, in every state and language, without a database', async () => {
  const theme = folderPages(join(ROOT, 'examples/bank/templates'), loadMaster(join(ROOT, 'master/templates')))
  try {
    const { pages, view } = theme
    const brand = pages.languages.of(theme.audience('default'))
    assert.equal(brand.locale, 'default')
    let rendered = 0
    for (const locale of view.locales) {
      const audience = theme.audience(locale)
      for (const entry of [...PAGES, ...MAILS]) {
        assert.equal(whyMaster(await pages.presented(audience, entry)), undefined, `${entry.id} in ${locale}`)
        for (const state of Object.keys(entry.states)) {
          const values = await sampled(pages.languages, audience, entry, state)
          const text = isMail(entry)
            ? Object.values(await pages.mail(audience, entry, values)).join('\n')
            : (await pages.page(audience, entry, values)).bytes
          assert.doesNotMatch(text, /\$[A-Z_]+\$|@[A-Z_]{3,}@/, `${entry.id}, ${state}, ${locale}`)
          rendered += 1
        }
      }
    }
    assert.ok(rendered > 1_000, String(rendered))
    const login = PAGES.find(({ id }) => id === 'login')!
    const values = await sampled(pages.languages, theme.audience('de'), login)
    const page = await pages.page(theme.audience('de'), login, values)
    assert.match(page.bytes, /lang="de"/)
    assert.match(page.bytes, /Meridian|Bank/)
  } finally {
    await theme.close()
  }
})

test('nothing that rendering imports knows the store', () => {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, name] of readFileSync(join(ROOT, file), 'utf8').matchAll(/from '(\.[^']+)'/g))
      visit(normalize(join(dirname(file), name!)))
  }
  visit('src/pages/pages.ts')
  visit('src/pages/compile-worker.ts')
  assert.deepEqual(
    [...seen].filter(file => /^src\/(?:store|themes|identity|http)\//.test(file)),
    [],
  )
})
