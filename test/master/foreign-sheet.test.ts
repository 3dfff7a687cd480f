import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { PREVIEW } from '../pages/addresses.ts'
import { provideAxe } from '../support/axe.ts'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { packageOf } from '../support/packages.ts'
import { type TestService, testService } from '../support/service.ts'

/** A style sheet for pages of a design of its own, with rules for elements that our pages have as well. */
const SHEET = `
  * { margin: 0; padding: 0; box-sizing: content-box; line-height: 2; }
  html { font-size: 62.5%; }
  html, body { height: 100%; }
  body { display: block; width: 960px; padding: 0; color: #555; background: #fff; font-size: 13px; line-height: 2.4; text-align: center; }
  header { position: fixed; top: 0; width: 100%; height: 80px; padding: 0; background: #222; float: left; }
  footer { position: fixed; bottom: 0; width: 100%; background: #222; color: #eee; line-height: 4; }
  h1 { font-size: 58px; line-height: 64px; color: #f4f4f4; margin: 60px 0; }
  p, li, label, span { line-height: 29px; color: #f0f0f0; float: left; }
  p { margin: 5px 0 40px; }
  form { width: 240px; float: left; padding: 40px; background: #eee; }
  label { display: inline; opacity: 0; position: absolute; }
  input { width: 120px; height: 12px; color: #eee; float: left; }
  input[type="text"], input[type="password"] { width: 140px; float: right; color: #fafafa; display: inline; }
  input[type="checkbox"], input[type="radio"] { display: none; }
  button { background: transparent; color: inherit; border: 0; width: 90px; height: 14px; float: right; line-height: 3; }
  a { color: #fff; text-decoration: none; display: block; float: left; }
  *:focus { outline: none; }
`
const SHOWN = [
  ['login', 'wrong'],
  ['mfa-choice', 'choice'],
  ['mfa-code', 'wrong'],
  ['consent', 'asked'],
  ['registration', 'start'],
  ['error', ''],
  ['mfa-enrollment', 'again'],
] as const

/** Where everything is and how its text is set: what a sheet for other pages may not change. */
const LAYOUT = `Array.from(document.querySelectorAll('header, main, main *, footer, footer *'))
  .filter(one => !one.closest('svg') && !one.matches('.logo, h1'))
  .map(one => {
    const { left, width, height } = one.getBoundingClientRect()
    const { lineHeight, fontSize, display } = getComputedStyle(one)
    return [one.tagName, one.className, ...[left, width, height].map(Math.round), lineHeight, fontSize, display].join(' ')
  })`

describe('a style sheet for pages of another design', () => {
  let service: TestService
  let browser: Browser
  let foreign: string
  let tab: Page

  before(async () => {
    ;[service, browser] = await Promise.all([testService('SQLite'), launchBrowser()])
    foreign = await service.createTheme(
      'Foreign',
      packageOf({ 'common/page_components/default/page_style.css': SHEET }),
    )
    const context = await browser.newContext({
      extraHTTPHeaders: { authorization: `Bearer ${await service.token()}` },
      bypassCSP: true,
      reducedMotion: 'reduce',
    })
    tab = await context.newPage()
  })
  after(async () => {
    await browser?.close()
    await service?.stop()
  })

  const opened = async (page: string, state: string, themeId: string, width: number): Promise<void> => {
    await tab.setViewportSize({ width, height: 800 })
    await tab.emulateMedia({ colorScheme: 'light' })
    await tab.goto(`${service.url}${PREVIEW}/${page}?themeId=${themeId}${state && `&state=${state}`}`)
  }

  for (const [page, state] of SHOWN) {
    test(`leaves the layout of ${page} as it is`, async () => {
      for (const width of [360, 1280]) {
        await opened(page, state, 'default', width)
        const expected = await tab.evaluate(LAYOUT)
        await opened(page, state, foreign, width)
        assert.deepEqual(await tab.evaluate(LAYOUT), expected, String(width))
        assert.ok(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth'))
      }
    })

    test(`leaves ${page} readable in light and dark`, async () => {
      await opened(page, state, foreign, 1280)
      await provideAxe(tab)
      await tab.evaluate(`document.querySelector('main').style.backgroundImage = 'none'`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme })
        const { violations } = (await tab.evaluate(
          `axe.run({ runOnly: ['color-contrast'] })`,
        )) as axe.AxeResults
        assert.deepEqual(
          violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)),
          [],
          colorScheme,
        )
      }
    })
  }

  test('restyles what it names: tokens, classes, and the panel', async () => {
    const id = await service.createTheme(
      'Named',
      packageOf({
        'common/page_style.css': `:root { --radius: 3px } body { background: rgb(1, 2, 3) }
          main h1 { color: rgb(4, 5, 6) } .field { margin-block-end: 77px } main button { background: rgb(7, 8, 9) }`,
      }),
    )
    await opened('login', 'first', id, 1280)
    const style = async (selector: string, name: string) =>
      await tab.evaluate(`getComputedStyle(document.querySelector('${selector}'))['${name}']`)
    assert.equal(await style('main', 'borderTopLeftRadius'), '3px')
    assert.equal(await style('body', 'backgroundColor'), 'rgb(1, 2, 3)')
    assert.equal(await style('h1', 'color'), 'rgb(4, 5, 6)')
    assert.equal(await style('.field', 'marginBottom'), '77px')
    assert.equal(await style('main form > button', 'backgroundColor'), 'rgb(7, 8, 9)')
  })
})
