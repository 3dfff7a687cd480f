import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import axe from 'axe-core'
import type { BrowserContext } from 'playwright-core'
import { MAILS, PAGES } from '../../src/core/catalogue/catalogue.ts'
import { PREVIEW } from '../pages/addresses.ts'
import { type Watched, watched } from '../pages/opened.ts'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { type TestService, testService } from '../support/service.ts'

const WIDTHS = [360, 1280]
const SCHEMES = ['light', 'dark'] as const
const LOCALES = ['default', 'de', 'ar', 'ja']
const EVERYTHING = process.env.TABARD_TEST_FULL !== undefined
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
// Each combination is tried with the rules whose result can differ from that of an earlier one; `npm run test:full` tries
// all rules. Colors depend on width and scheme, and sizes on width and language.
const COLORS = ['color-contrast', 'link-in-text-block']
const SIZES = ['target-size']
// From one language to the next, labels have the same markup (see labels.test.ts): only their texts differ, and the
// language and the direction of the page.
const ABOUT_TEXT = ['cat.text-alternatives', 'cat.name-role-value', 'cat.forms', 'cat.language']

// Contrast is not judged over a gradient: the deeper of the page's two colors is the worse one to read on.
const PLAIN = `
  document.body.style.background = 'var(--color-page-deep)';
  document.querySelector('main').style.backgroundImage = 'none';
`

describe('the pages of the master in a browser', { concurrency: 2 }, () => {
  let service: TestService
  let browser: Browser
  let authorization: string

  before(async () => {
    service = await testService('SQLite')
    authorization = `Bearer ${await service.token()}`
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  const visited = async (work: (seen: Watched, context: BrowserContext) => Promise<void>) => {
    const context = await browser.newContext({
      extraHTTPHeaders: { authorization },
      reducedMotion: 'reduce',
    })
    const seen = await watched(context)
    await seen.tab.addInitScript({ content: axe.source })
    await work(seen, context)
    for (const address of seen.asked) assert.ok(address.startsWith(`${service.url}/`), address)
    await context.close()
  }

  for (const { id, states } of [...PAGES, ...MAILS]) {
    const isPage = PAGES.some(page => page.id === id)
    const rules = isPage ? [...WCAG, 'best-practice'] : WCAG
    test(`${id} is sound in each state, language, width and scheme`, () =>
      visited(async ({ tab, errors, violations }) => {
        for (const state of Object.keys(states)) {
          for (const locale of LOCALES) {
            const answer = await tab.goto(`${service.url}${PREVIEW}/${id}?state=${state}&locale=${locale}`)
            assert.equal(answer?.status(), 200)
            if (isPage) await tab.evaluate(PLAIN)
            for (const [nth, width] of WIDTHS.entries()) {
              await tab.setViewportSize({ width, height: 800 })
              for (const [mth, colorScheme] of SCHEMES.entries()) {
                const first = nth === 0 && mth === 0
                const looks = looksAt(rules, locale, colorScheme, first)
                if (looks.length === 0) continue
                const at = `${state} ${locale} ${width} ${colorScheme}`
                await tab.emulateMedia({ colorScheme })
                const [needed, given] = (await tab.evaluate(
                  '[document.documentElement.scrollWidth, window.innerWidth]',
                )) as [number, number]
                assert.ok(needed <= given, `${at} needs ${needed} of ${given} pixels`)
                assert.deepEqual(await tab.evaluate(audit(looks)), [], at)
              }
            }
            assert.deepEqual(await violations(), [], `${state} ${locale}`)
            assert.deepEqual(errors, [], `${state} ${locale}`)
          }
        }
      }))
  }

  test('each page fits at 400 %, and in forced colors its controls have edges', () =>
    visited(async ({ tab }) => {
      await tab.setViewportSize({ width: 320, height: 256 })
      await tab.emulateMedia({ forcedColors: 'active' })
      for (const { id, states } of PAGES) {
        for (const locale of ['default', 'de', 'hu']) {
          const state = Object.keys(states).at(-1)
          await tab.goto(`${service.url}${PREVIEW}/${id}?state=${state}&locale=${locale}`)
          const [needed, edgeless] = (await tab.evaluate(`[
            document.documentElement.scrollWidth,
            [...document.querySelectorAll('button:not(.link, .show), .button, input:not([type=hidden])')]
              .filter(element => element.checkVisibility() && parseFloat(getComputedStyle(element).borderTopWidth) < 1)
              .filter(element => !/checkbox|radio/.test(element.type))
              .map(element => element.outerHTML),
          ]`)) as [number, string[]]
          assert.ok(needed <= 320, `${id} ${locale} needs ${needed} of 320 pixels`)
          assert.deepEqual(edgeless, [], `${id} ${locale}`)
        }
      }
    }))

  test('signing in works by keyboard alone, and what was typed can be shown', () =>
    visited(async ({ tab }) => {
      await tab.goto(`${service.url}${PREVIEW}/login`)
      const focused = async () =>
        await tab.evaluate(`document.activeElement.id || document.activeElement.textContent.trim()
          || document.activeElement.getAttribute('aria-label')`)
      const order: unknown[] = []
      for (let at = 0; at < 6; at++) {
        await tab.keyboard.press('Tab')
        order.push(await focused())
        const ring = (await tab.evaluate('getComputedStyle(document.activeElement).outlineWidth')) as string
        assert.ok(Number.parseFloat(ring) >= 2, `${order.at(-1)} has a ring of ${ring}`)
      }
      assert.deepEqual(order, [
        'username',
        'password',
        'Show password: Password',
        'Sign in',
        'Forgot your password?',
        'Create an account',
      ])
      const password = tab.getByLabel('Password', { exact: true })
      await password.fill('secret')
      const button = tab.getByRole('button', { name: 'Show password: Password' })
      await button.focus()
      await tab.keyboard.press('Enter')
      assert.equal(await password.getAttribute('type'), 'text')
      assert.equal(await button.getAttribute('aria-pressed'), 'true')
      await tab.keyboard.press('Enter')
      assert.equal(await password.getAttribute('type'), 'password')
    }))

  test('the first view is light, and nothing in it moves', async () => {
    const context = await browser.newContext()
    const tab = await context.newPage()
    await tab.addInitScript(`
      window.shifts = [];
      new PerformanceObserver(list => list.getEntries().forEach(entry => window.shifts.push(entry.value)))
        .observe({ type: 'layout-shift', buffered: true });
    `)
    const session = await context.newCDPSession(tab)
    await session.send('Network.enable')
    let bytes = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await tab.goto(`${service.url}/idaas/mtfim/sps/idaas/login`, { waitUntil: 'networkidle' })
    assert.ok(bytes > 5_000 && bytes < 40_000, `${bytes} bytes`)
    assert.deepEqual(await tab.evaluate('window.shifts'), [])
    await context.close()
  })

  for (const { id, states } of PAGES) {
    test(`${id} has less than 15 KB`, async () => {
      for (const state of Object.keys(states)) {
        const address = `${service.url}${PREVIEW}/${id}?state=${state}`
        const page = await (await fetch(address, { headers: { authorization } })).text()
        assert.ok(Buffer.byteLength(page) < 15_000, `${state}: ${Buffer.byteLength(page)} bytes`)
      }
    })
  }
})

/** The rules, or the tags of rules, whose result can differ from that of a combination which is tried already. */
function looksAt(
  all: string[],
  locale: string,
  colorScheme: (typeof SCHEMES)[number],
  first: boolean,
): string[] {
  if (first && (EVERYTHING || locale === LOCALES[0])) return all
  if (EVERYTHING) return [...COLORS, ...SIZES]
  const colors = locale === LOCALES[0] ? COLORS : []
  return colorScheme === SCHEMES[0] ? [...colors, ...(first ? textRules(all) : []), ...SIZES] : colors
}

function textRules(all: string[]): string[] {
  const usual = axe
    .getRules(all)
    .filter(({ tags }) => !tags.includes('experimental') && !tags.includes('deprecated'))
  return usual.filter(({ tags }) => tags.some(tag => ABOUT_TEXT.includes(tag))).map(({ ruleId }) => ruleId)
}

function audit(rules: readonly string[]): string {
  return `axe.run({ runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, any }) => html + ' ' + (any[0]?.message ?? '')).join(' | ')))`
}
