import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { becomes } from '../support/becomes.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import { staged, type Tab } from './stage.ts'

const BANK = join(import.meta.dirname, '../../examples/bank/templates')
const FORM_POST = { response_mode: 'form_post' }
/** Markup of a theme that tells whether anything in it ran. */
const HOSTILE = `<header class="page-header" id="brand" onmouseenter="window.evil = 'handler'">
  <script>window.evil = 'script'</script>
  <img src="/template/v1.0/static/nothing.png" onerror="window.evil = 'image'" alt="">Mallory
</header>`

describe('an answer that a browser posts to an application', () => {
  const stage = staged()
  let shop: RelyingParty

  before(async () => {
    const files = Object.fromEntries(
      globSync('**/*.*', { cwd: BANK }).map(path => [path, readFileSync(join(BANK, path))]),
    )
    const bank = await stage.service.createTheme('Bank', packageOf(files))
    shop = await stage.application({ name: 'Shop', themeId: bank, formPost: true })
  })

  /** Signs in, and stops at the page that posts. */
  const held = async (tab: Tab, application: RelyingParty, parameters = {}) => {
    const callback = `${application.url}/callback`
    // A browser that gets no content stays where it is.
    await tab.page.route(callback, route => route.fulfill({ status: 204 }))
    const alex = await stage.account()
    await tab.open(application.login({ ...FORM_POST, ...parameters }))
    const tried = tab.page.waitForRequest(callback)
    await tab.page.fill('[name=username]', alex)
    await tab.page.fill('[name=password]', PASSWORD)
    await tab.page.locator('main form button[type=submit]').first().click({ noWaitAfter: true })
    await tried
  }

  test('reaches it on another site, from nobody’s origin', async t => {
    const alex = await stage.account()
    const tab = await (await stage.visitor(t)).tab()
    await tab.open(shop.login(FORM_POST))
    await Promise.all([tab.page.waitForURL(`${shop.url}/home*`), tab.signIn(alex)])
    await tab.greeted(shop)
    const { by, from } = shop.people.at(-1)!
    assert.deepEqual([by, from], ['POST', 'null'])
    await tab.page.goto(shop.login({ ...FORM_POST, prompt: 'none' }))
    await tab.page.waitForURL(`${shop.url}/home*`)
    await tab.greeted(shop)
    assert.equal(shop.people.at(-1)!.by, 'POST')
  })

  test('and so does an error', async t => {
    const tab = await (await stage.visitor(t)).tab()
    await tab.page.goto(shop.login({ ...FORM_POST, prompt: 'none' }))
    await tab.page.waitForURL(`${shop.url}/callback`)
    assert.equal(await tab.heading(), 'Refused: login_required')
  })

  test('needs a button where no script runs', async t => {
    const alex = await stage.account()
    const tab = await (await stage.visitor(t, { javaScriptEnabled: false })).tab()
    await tab.open(shop.login(FORM_POST))
    await tab.signIn(alex)
    await tab.shows('One moment…')
    await becomes(() => tab.page.locator('img.logo').getAttribute('alt'), 'Meridian')
    await tab.press('Continue')
    await tab.greeted(shop)
    assert.equal(shop.people.at(-1)!.by, 'POST')
  })

  test('goes by a page that has the theme’s colors and logo, and an origin of its own', async t => {
    const tab = await (await stage.visitor(t)).tab()
    await held(tab, shop)
    const page = await tab.page.evaluate(`(async () => ({
      origin: self.origin,
      brand: getComputedStyle(document.documentElement).getPropertyValue('--color-brand').trim(),
      logo: await document.querySelector('img.logo').decode().then(() => 'shown'),
      buttons: document.querySelectorAll('button').length,
      cookies: (() => { try { return document.cookie } catch (error) { return error.name } })(),
    }))()`)
    const [, brand] = /--color-brand:\s*([^;]+);/.exec(
      readFileSync(join(BANK, 'common/page_style.css'), 'utf8'),
    )!
    assert.deepEqual(page, { origin: 'null', brand, logo: 'shown', buttons: 0, cookies: 'SecurityError' })
  })

  test('a value cannot break out of that page', async t => {
    const tab = await (await stage.visitor(t)).tab()
    const state = `"><script>window.evil = 1</script><img src=x onerror="window.evil = 2">'`
    await held(tab, shop, { state })
    await becomes(() => tab.page.inputValue('[name=state]'), state)
    assert.equal(await tab.page.evaluate('window.evil'), undefined)
    await becomes(() => tab.page.locator('script').count(), 1)
  })

  test('no script and no handler of a theme runs on that page', async t => {
    const themeId = await stage.service.createTheme(
      'Mallory',
      packageOf({
        'common/page_components/page_header.html': HOSTILE,
        'common/page_components/page_footer.html': '<script>window.evil = "footer"</script>',
      }),
    )
    const application = await stage.application({ name: 'Post', themeId, formPost: true })
    // The theme's image does not exist: its handler is what this is about.
    const visitor = await stage.visitor(t, { forgiven: /nothing\.png/ })
    const tab = await visitor.tab()
    await tab.open(application.login(FORM_POST))
    assert.ok(await tab.page.evaluate('window.evil'), 'it does on other pages of the theme')
    await held(tab, application)
    await tab.page.locator('.page-header').hover()
    assert.equal(await tab.page.evaluate('window.evil'), undefined)
    await becomes(() => tab.page.locator('#brand').count(), 0)
    await becomes(() => tab.page.locator('.page-header').innerText(), 'Tabard')
  })
})
