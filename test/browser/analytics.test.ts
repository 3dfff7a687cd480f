import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { COLLECT, REGISTRATION, switched } from '../analytics/pages.ts'
import { becomes } from '../support/becomes.ts'
import { within } from '../support/store.ts'
import { mainStore } from '../support/tenants.ts'
import { JOURNEY, registered } from './registering.ts'
import { type Look, staged } from './stage.ts'

/** Keeps what a page sends, for its tab to tell. */
const REMEMBER = `
  const { sendBeacon } = Navigator.prototype
  Navigator.prototype.sendBeacon = function (address, body) {
    sessionStorage.setItem('sent', (sessionStorage.getItem('sent') ?? '') + body + '\\n')
    return sendBeacon.call(this, address, body)
  }`
const SENT = "sessionStorage.getItem('sent')"
const DAYS = { from: '2000-01-01', to: '2999-12-31' }
const ALL = Object.fromEntries(JOURNEY.map(event => [event, 1]))

describe('a registration that is counted', () => {
  const stage = staged()
  let harbour: Look

  before(async () => {
    harbour = await stage.theme('Harbour', '#0a6e4f')
    await switched(stage.service, harbour.id, true)
  })

  const elsewhere = () => `${stage.service.url}${SIGN_IN}?runtime=true&themeId=${harbour.id}`
  const counted = async (locale: string) => {
    const query = { ...DAYS, by: 'locale', theme: harbour.id, locale } as const
    const counts = await mainStore(stage.service).analytics.counts(query)
    return Object.fromEntries(counts.map(({ event, times }) => [event, times]))
  }
  for (const [locale, folder, last] of [
    ['en', 'default', 'Your account is created'],
    ['de', 'de', 'Ihr Konto wurde erstellt'],
  ] as const) {
    test(`tells each step and each field once, in ${locale}`, async t => {
      const visitor = await stage.visitor(t)
      const tab = await visitor.tab(harbour)
      await visitor.context.addInitScript(REMEMBER)
      assert.equal(await registered(stage, tab, harbour, `${locale}@example.com`, locale), last)
      await tab.open(elsewhere())
      await within(60_000, async () => Object.keys(await counted(folder)).length === 10)
      assert.deepEqual(await counted(folder), ALL)
      const lines = String(await tab.page.evaluate(SENT))
      const sent = lines
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as { ticket: string; events: { name: string }[] })
      assert.deepEqual(
        sent.flatMap(({ events }) => events.map(({ name }) => name)),
        JOURNEY,
      )
      const said = JSON.stringify(sent.map(({ ticket }) => Buffer.from(ticket, 'base64url').toString()))
      assert.doesNotMatch(said, /Kim|Stone|example\.com/)
    })
  }

  test('works the same where the service takes nothing, or the browser wants none of it', async t => {
    const before = await counted('default')
    const blocked = await (await stage.visitor(t, { forgiven: /ERR_FAILED/ })).tab(harbour)
    await blocked.page.route(`**${COLLECT}`, route => route.abort())
    await blocked.page.route('**/analytics/script.js*', route => route.abort())
    assert.equal(
      await registered(stage, blocked, harbour, 'blocked@example.com', 'en'),
      'Your account is created',
    )
    const without = await stage.visitor(t)
    await without.context.addInitScript('delete Navigator.prototype.sendBeacon')
    const plain = await without.tab(harbour)
    await plain.open(`${stage.service.url}${REGISTRATION}&themeId=${harbour.id}`)
    await plain.page.click('[name="email"]')
    // What is sent as a page is left would be sent now.
    await plain.open(elsewhere())
    const declining = await stage.visitor(t, { extraHTTPHeaders: { dnt: '1' } })
    const tab = await declining.tab(harbour)
    assert.equal(
      await registered(stage, tab, harbour, 'declining@example.com', 'en'),
      'Your account is created',
    )
    await becomes(() => tab.page.locator('script[data-ticket]').count(), 0)
    const discreet = await stage.visitor(t)
    await discreet.context.addInitScript(REMEMBER)
    await discreet.context.addInitScript(
      "Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })",
    )
    const other = await discreet.tab(harbour)
    assert.equal(
      await registered(stage, other, harbour, 'private@example.com', 'en'),
      'Your account is created',
    )
    await other.open(elsewhere())
    assert.equal(await other.page.evaluate(SENT), null)
    assert.deepEqual(await counted('default'), before)
  })
})
