import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { MAILS, PAGES } from '../../src/core/catalogue/catalogue.ts'
import type { MacroEntry } from '../../src/core/catalogue/entry.ts'
import { PREVIEW } from '../pages/addresses.ts'
import { type Watched, watched } from '../pages/opened.ts'
import { provideAxe } from '../support/axe.ts'
import { becomes } from '../support/becomes.ts'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { EVERYTHING } from '../support/everything.ts'
import { type TestService, testService } from '../support/service.ts'
import { loadsOf, shapeOf, showInPlace } from './in-place.ts'

const WIDTHS = [360, 1280]
const SCHEMES = ['light', 'dark'] as const
const VIEWS = WIDTHS.flatMap(width => SCHEMES.map(colorScheme => ({ width, colorScheme })))
const LOCALES = ['default', 'de', 'ar', 'ja']
/** What stands for addresses and names in the samples of mails, and what takes its place. */
const NAMES = new RegExp(
  MAILS.flatMap(({ macros }) => Object.values<MacroEntry>(macros).map(({ sample }) => sample))
    .filter(sample => typeof sample === 'string' && /^[A-Z]|@/.test(sample))
    .join('|'),
  'g',
)
const LONG_ADDRESS = 'maximiliane.hohenstein@beispielunternehmen-gesellschaft.example'
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
// Each combination is tried with the rules whose result can differ from that of an earlier one; `npm run test:full` tries
// all rules. Colors depend on the scheme, and sizes on width and language (see tokens.test.ts): a target is smallest in
// the narrow window, and the wide one is tried in the first language.
const COLORS = ['color-contrast', 'link-in-text-block']
const SIZES = ['target-size']
// From one language to the next, labels have the same markup (see labels.test.ts): only their texts differ, and the
// language and the direction of the page. So each state is shown in the first language, in German, whose words are the
// longest, and in one of the others; axe looks at the first language and at one more.
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

  const pages = new Map<string, Previewed>()
  /** A page in a state and a language, asked for once. */
  const previewed = async (id: string, state: string, locale: string): Promise<Previewed> => {
    const address = `${service.url}${PREVIEW}/${id}?state=${state}&locale=${locale}`
    const known = pages.get(address)
    if (known !== undefined) return known
    const answer = await fetch(address, { headers: { authorization } })
    assert.equal(answer.status, 200, address)
    const html = await answer.text()
    const page = { address, html, loads: loadsOf(html, answer.headers.get('content-security-policy') ?? '') }
    pages.set(address, page)
    return page
  }

  // From one state to the next, pages often have the same markup: axe finds out about it once, and about sizes each time.
  const judged = new Set<string>()
  const isFirst = (what: string) => judged.size < judged.add(what).size

  /** Tabs that no test uses at the moment. A process of the browser that has run axe before takes half of the time. */
  const idle: Watched[] = []
  const newTab = async () =>
    await watched(await browser.newContext({ extraHTTPHeaders: { authorization }, reducedMotion: 'reduce' }))
  const visited = async (work: (seen: Watched) => Promise<void>) => {
    const seen = idle.pop() ?? (await newTab())
    await work(seen)
    for (const address of seen.asked) assert.ok(address.startsWith(`${service.url}/`), address)
    seen.asked.length = 0
    await seen.tab.emulateMedia({ forcedColors: 'none' })
    idle.push(seen)
  }

  for (const [at, { id, states }] of [...PAGES, ...MAILS].entries()) {
    const isPage = PAGES.some(page => page.id === id)
    const rules = isPage ? [...WCAG, 'best-practice'] : WCAG

    test(`${id} loads what it needs from the service alone, and its policy allows all of it`, () =>
      visited(async ({ tab, errors, violations }) => {
        const tried = new Set<string>()
        for (const [nth, state] of Object.keys(states).entries()) {
          for (const locale of localesOf(at + nth)) {
            const { address, loads } = await previewed(id, state, locale)
            if (tried.has(loads)) continue
            tried.add(loads)
            await tab.goto(address)
            assert.deepEqual(await violations(), [], `${state} ${locale}`)
            assert.deepEqual(errors, [], `${state} ${locale}`)
          }
        }
      }))

    test(`${id} is sound in each state, language, width and scheme`, () =>
      visited(async ({ tab, errors, violations }) => {
        for (const [turn, view] of VIEWS.entries()) {
          await show(tab, view, VIEWS[turn - 1])
          for (const [nth, state] of Object.keys(states).entries()) {
            for (const locale of localesOf(at + nth).filter(one => isShown(view, one))) {
              const where = `${state} ${locale} ${view.width} ${view.colorScheme}`
              const { address, html } = await previewed(id, state, locale)
              // Loading each page is tried above.
              if (EVERYTHING) await tab.goto(address)
              else await showInPlace(tab, address, html)
              const [needed, given] = (await tab.evaluate(
                '[document.documentElement.scrollWidth, window.innerWidth]',
              )) as [number, number]
              assert.ok(needed <= given, `${where} needs ${needed} of ${given} pixels`)
              assert.deepEqual(await violations(), [], where)
              assert.deepEqual(errors, [], where)
              const looks = looksAt(rules, view, locale, at + nth)
              if (looks.length === 0) continue
              const isNew = EVERYTHING || isFirst(`${looks} ${view.colorScheme} ${await shapeOf(tab)}`)
              if (isPage) await tab.evaluate(PLAIN)
              assert.deepEqual(await audited(tab, isNew ? looks : SIZES), [], where)
            }
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
          const { address, html } = await previewed(id, Object.keys(states).at(-1)!, locale)
          await showInPlace(tab, address, html)
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

  test('text of twice its size has room for words on a phone', () =>
    visited(async ({ tab }) => {
      await tab.setViewportSize({ width: 390, height: 800 })
      const widths = async (state: string, selector: string) => {
        await tab.goto((await previewed('login-choice', state, 'ru')).address)
        return (await tab.evaluate(`(() => {
          document.documentElement.style.fontSize = '200%'
          return [...document.querySelectorAll('${selector}')].map(element => {
            const { width } = element.getBoundingClientRect()
            return width / parseFloat(getComputedStyle(element).fontSize)
          })
        })()`)) as number[]
      }
      for (const width of await widths('several', '.sources span'))
        assert.ok(width > 3, `a source has ${width} em for its name`)
      for (const width of await widths('several', '.sources img, main'))
        assert.ok(width > 1.4, `what should grow with the text has ${width} em`)
      for (const width of await widths('wrong', '.error')) assert.ok(width > 9, `an error has ${width} em`)
    }))

  test('each mail fits a small phone, whatever addresses and names it contains', () =>
    visited(async ({ tab }) => {
      await tab.setViewportSize({ width: 320, height: 640 })
      for (const { id, states } of MAILS) {
        for (const locale of ['de', 'sv']) {
          const { address, html } = await previewed(id, Object.keys(states).at(-1)!, locale)
          await showInPlace(tab, address, html.replaceAll(NAMES, LONG_ADDRESS))
          const needed = (await tab.evaluate('document.documentElement.scrollWidth')) as number
          assert.ok(needed <= 320, `${id} ${locale} needs ${needed} of 320 pixels`)
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

  test('the button that shows a password stays visible under the pointer', () =>
    visited(async ({ tab }) => {
      await tab.goto(`${service.url}${PREVIEW}/login`)
      const looks = async (selector: string) =>
        await tab.evaluate(`(({ color, backgroundColor }) => [color, backgroundColor])(
          getComputedStyle(document.querySelector('${selector}')))`)
      await tab.locator('button.show').hover()
      await tab.evaluate(`document.body.insertAdjacentHTML('beforeend',
        '<p id="probe" style="color: var(--color-text); background: var(--color-tint)"></p>')`)
      await becomes(async () => await looks('button.show'), await looks('#probe'))
    }))

  test('a password reads from left to right in every language, hidden and shown', () =>
    visited(async ({ tab }) => {
      await tab.goto(`${service.url}${PREVIEW}/login?locale=ar`)
      const direction = () => tab.evaluate(`getComputedStyle(document.querySelector('#password')).direction`)
      assert.equal(await direction(), 'ltr')
      await tab.locator('button.show').click()
      assert.equal(await tab.locator('#password').getAttribute('type'), 'text')
      assert.equal(await direction(), 'ltr')
      const gap = await tab.evaluate(`(() => {
        const field = document.querySelector('#password')
        const text = field.getBoundingClientRect().left + parseFloat(getComputedStyle(field).paddingLeft)
        return text - document.querySelector('button.show').getBoundingClientRect().right
      })()`)
      assert.ok((gap as number) > 0, `the text begins ${gap} px beside the button`)
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
        const { html } = await previewed(id, state, 'default')
        assert.ok(Buffer.byteLength(html) < 15_000, `${state}: ${Buffer.byteLength(html)} bytes`)
      }
    })
  }
})

interface Previewed {
  readonly address: string
  readonly html: string
  /** What it loads and runs. */
  readonly loads: string
}

/** How a page is looked at. */
interface View {
  readonly width: number
  readonly colorScheme: (typeof SCHEMES)[number]
}

async function show(tab: Page, { width, colorScheme }: View, before: View | undefined): Promise<void> {
  if (width !== before?.width) await tab.setViewportSize({ width, height: 800 })
  if (colorScheme !== before?.colorScheme) await tab.emulateMedia({ colorScheme })
}

/** Whether a page is looked at in a view: in every language on a phone in light, in the first one in the opposite too. */
function isShown({ width, colorScheme }: View, locale: string): boolean {
  const [narrow, dark] = [width === WIDTHS[0], colorScheme === 'dark']
  return EVERYTHING || (narrow && !dark) || (locale === LOCALES[0] && !narrow && dark)
}

/** The rules, or the tags of rules, whose result can differ from that of a view which is tried already. */
function looksAt(all: string[], view: View, locale: string, nth: number): string[] {
  const [first, ...others] = localesOf(nth)
  const isUsual = view.width === WIDTHS[0] && view.colorScheme === 'light'
  if (!isUsual) return [...COLORS, ...SIZES]
  if (EVERYTHING || locale === first) return all
  return others[Math.floor(nth / 2) % others.length] === locale ? [...textRules(all), ...SIZES] : []
}

/** The languages of a state. */
function localesOf(nth: number): string[] {
  return EVERYTHING ? LOCALES : ['default', 'de', nth % 2 === 0 ? 'ar' : 'ja']
}

function textRules(all: string[]): string[] {
  const usual = axe
    .getRules(all)
    .filter(({ tags }) => !tags.includes('experimental') && !tags.includes('deprecated'))
  return usual.filter(({ tags }) => tags.some(tag => ABOUT_TEXT.includes(tag))).map(({ ruleId }) => ruleId)
}

async function audited(tab: Page, rules: readonly string[]): Promise<unknown> {
  await provideAxe(tab)
  return await tab.evaluate(`axe.run({ runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] })
    .then(({ violations }) => violations.map(({ id, nodes }) =>
      id + ': ' + nodes.map(({ html, any }) => html + ' ' + (any[0]?.message ?? '')).join(' | ')))`)
}
