import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../test/support/own-browser.ts'
import { packageOf } from '../test/support/packages.ts'
import { median, type Row } from './measure.ts'
import { ADMINISTRATOR, type ServiceProcess, startServiceProcess } from './process.ts'

const THEMES = 500
const FIRST_LOAD_KB = 250
const LIST_MS = 1000
const PREVIEW_MS = 150
const ROUNDS = 7
const KEYS = 15

/** What the console takes in a browser: the first load, a long list of themes, and the preview after a keystroke. */
export async function consoleRows(): Promise<Row[]> {
  const [few, many] = [await startServiceProcess('SQLite'), await startServiceProcess('SQLite')]
  const browser = await startBrowser()
  try {
    for (const number of Array.from({ length: THEMES - 1 }).keys())
      await many.createTheme(`Theme ${number + 1}`, packageOf({ 'common/page_style.css': ':root {}' }))
    return [
      await firstLoadRow(few, browser),
      await listRow(few, many, browser),
      await previewRow(few, browser),
    ]
  } finally {
    await browser.close()
    await few.stop()
    await many.stop()
  }
}

async function signedIn(service: ServiceProcess, browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const tab = await context.newPage()
  await tab.goto(`${service.url}/console`)
  await tab.fill('[name=username]', ADMINISTRATOR.email)
  await tab.fill('[name=password]', ADMINISTRATOR.password)
  await tab.locator('main form button[type=submit]').click()
  await tab.getByRole('navigation').first().waitFor()
  return tab
}

/** Bytes over the wire until the theme list stands, in a browser that has nothing of it yet; pages in frames are not counted. */
async function firstLoadRow(service: ServiceProcess, browser: Browser): Promise<Row> {
  const tab = await signedIn(service, browser)
  const session = await tab.context().newCDPSession(tab)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const { origin } = new URL(tab.url())
  const own = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.startsWith(origin)) own.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (own.has(requestId)) bytes += encodedDataLength
  })
  await tab.goto(`${origin}/themes`)
  await tab.getByRole('heading', { level: 1, name: 'Themes' }).waitFor()
  const kilobytes = bytes / 1000
  await tab.context().close()
  return row(
    'console, first load',
    `${kilobytes.toFixed(0)} KB`,
    '–',
    `< ${FIRST_LOAD_KB} KB`,
    kilobytes < FIRST_LOAD_KB,
  )
}

/** How long it takes from opening the list of themes until it stands, and the last one of them was looked for and found. */
async function listRow(few: ServiceProcess, many: ServiceProcess, browser: Browser): Promise<Row> {
  const opened = async (service: ServiceProcess, wanted: string) => {
    const tab = await signedIn(service, browser)
    const { origin } = new URL(tab.url())
    // In the page itself: asking from outside takes time of its own.
    await tab.addInitScript(`
      const once = (name, holds) => holds && performance.getEntriesByName(name).length === 0 && performance.mark(name)
      addEventListener('input', () => performance.mark('typed'), true)
      new MutationObserver(() => {
        const themes = document.querySelector('main ul')?.textContent ?? ''
        once('list', themes !== '')
        once('found', performance.getEntriesByName('typed').length > 0 && themes.includes(${JSON.stringify(wanted)}))
      }).observe(document, { subtree: true, childList: true, characterData: true })
    `)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await tab.goto(`${origin}/themes`)
      await tab.getByRole('searchbox', { name: 'Filter themes' }).fill(wanted)
      await tab.getByRole('link', { name: wanted, exact: true }).waitFor()
      times.push(
        await tab.evaluate(`(([list, found, typed]) => list + found - typed)(
          ['list', 'found', 'typed'].map(name => performance.getEntriesByName(name)[0].startTime))`),
      )
    }
    await tab.context().close()
    return median(times)
  }
  await few.createTheme('Theme 1', packageOf({ 'common/page_style.css': ':root {}' }))
  const [ours, peer] = [await opened(many, `Theme ${THEMES - 1}`), await opened(few, 'Theme 1')]
  return row(`console, ${THEMES} themes (2 themes)`, ms(ours), ms(peer), `< ${LIST_MS} ms`, ours < LIST_MS)
}

/** How long it takes from a keystroke in the style sheet until the sign-in page is shown with it. */
async function previewRow(service: ServiceProcess, browser: Browser): Promise<Row> {
  const tab = await signedIn(service, browser)
  const { origin } = new URL(tab.url())
  await tab.goto(`${origin}/themes/default/edit?file=common/page_style.css`)
  const editor = tab.getByRole('textbox', { name: /page_style/ })
  await editor.click()
  const shown = 'iframe[title^="Preview"]:not([inert])'
  await tab.locator(shown).waitFor()
  // In the page itself: asking from outside takes time of its own.
  await tab.evaluate(`
    const shown = () => document.querySelector(${JSON.stringify(shown)})?.src
    let last = shown()
    addEventListener('keydown', () => performance.mark('key'), true)
    new MutationObserver(() => {
      if (shown() === last) return
      last = shown()
      performance.mark('shown')
    }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['inert', 'style'] })
  `)
  for (let key = 0; key < KEYS; key++) {
    await tab.waitForTimeout(600)
    await tab.keyboard.press(key % 2 === 0 ? 'x' : 'Backspace')
  }
  await tab.waitForTimeout(1000)
  const times = (await tab.evaluate(`performance.getEntriesByName('key').map(({ startTime }) =>
    performance.getEntriesByName('shown').find(shown => shown.startTime > startTime).startTime - startTime)`)) as number[]
  await tab.context().close()
  const ours = median(times)
  return row('console, preview after a keystroke', ms(ours), '–', `< ${PREVIEW_MS} ms`, ours < PREVIEW_MS)
}

function row(name: string, ours: string, peer: string, bound: string, holds: boolean): Row {
  return { name, ours, peer, ratio: '–', bound, holds }
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`
}
