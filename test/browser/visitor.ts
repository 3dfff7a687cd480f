import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { PASSWORD } from '../support/people.ts'
import type { RelyingParty } from '../support/relying-party.ts'

// A machine with much else to do is slow, not wrong.
const PATIENCE = 60_000
const SHOTS = process.env.TABARD_SHOTS === undefined ? undefined : '/tmp/journey-shots'
let shots = 0

/** A theme, and how it is recognized. */
export interface Look {
  readonly id: string
  /** Stands in the header. */
  readonly brand: string
  readonly color: string
}

interface Around {
  readonly home: string
  readonly allowed: () => readonly string[]
  readonly lang: string | undefined
  readonly dir: string | undefined
}

/** What each page tells about itself. */
const WATCH = `
  document.addEventListener('securitypolicyviolation', event =>
    tellTest('policy: ' + event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample));
  document.addEventListener('DOMContentLoaded', () => {
    if (document.title.trim() === '') tellTest('no title: ' + location.href);
  });
`

interface Seen {
  readonly heading: string
  readonly alert: string
  readonly title: string
  readonly lang: string
  readonly dir: string
  /** What the page needs, and what it has. */
  readonly width: [number, number]
  readonly brand: string | null
  readonly color: string
}

const SEEN = `(() => {
  const root = document.documentElement
  const text = element => (element?.innerText ?? '').trim()
  return {
    heading: text(document.querySelector('h1')),
    alert: [...document.querySelectorAll('[role=alert]')].map(text).join(' ').trim(),
    title: document.title.trim(),
    lang: root.lang,
    dir: root.dir,
    width: [root.scrollWidth, window.innerWidth],
    brand: document.getElementById('brand')?.textContent ?? null,
    color: getComputedStyle(root).getPropertyValue('--color-brand').trim(),
  }
})()`

/** Somebody with a browser of their own, and everything that went wrong in it. */
export class Visitor {
  readonly context: BrowserContext
  readonly around: Around
  readonly problems: string[] = []
  readonly #name: string

  constructor(context: BrowserContext, name: string, around: Around) {
    this.context = context
    this.#name = name.replace(/[^a-z0-9]+/gi, '-')
    this.around = around
  }

  async watch(): Promise<void> {
    const { context, problems } = this
    await context.exposeBinding('tellTest', (_source, problem: string) => void problems.push(problem))
    await context.addInitScript(WATCH)
    const refused = new Set<string>()
    context.on('request', request => {
      const url = request.url()
      const known = this.around.allowed().some(origin => url.startsWith(`${origin}/`))
      if (!known && !url.startsWith('data:')) problems.push(`asked elsewhere: ${url}`)
    })
    context.on('response', response => {
      const [status, request] = [response.status(), response.request()]
      if (status >= 500) problems.push(`${status} ${request.method()} ${response.url()}`)
      // The status of a page is a matter of its test; a browser tells of it in its console too.
      if (status >= 400 && request.isNavigationRequest()) refused.add(response.url())
    })
    context.on('requestfailed', request => {
      const why = request.failure()?.errorText
      // Going on to the next page leaves requests behind.
      if (why !== 'net::ERR_ABORTED') problems.push(`${request.url()} failed: ${why}`)
    })
    context.on('console', message => {
      if (message.type() !== 'error' && message.type() !== 'warning') return
      const { url } = message.location()
      if (message.text().startsWith('Failed to load resource') && refused.has(url)) return
      problems.push(`console: ${message.text()} (${url})`)
    })
    context.on('weberror', error => void problems.push(String(error.error())))
  }

  /** A new tab, in which every page of the service wears a look. */
  async tab(look?: Look): Promise<Tab> {
    return new Tab(await this.context.newPage(), this, look)
  }

  /** Takes pictures of a page, if anybody wants them. */
  async picture(page: Page): Promise<void> {
    if (SHOTS === undefined) return
    mkdirSync(SHOTS, { recursive: true })
    shots += 1
    const before = page.viewportSize()
    for (const width of [360, 1280]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        const name = `${this.#name}-${String(shots).padStart(2, '0')}-${width}-${colorScheme}.png`
        await page.screenshot({ path: join(SHOTS, name), fullPage: true })
      }
    }
    await page.emulateMedia({ colorScheme: null })
    if (before !== null) await page.setViewportSize(before)
  }
}

/** A tab of a visitor's browser. */
export class Tab {
  readonly page: Page
  readonly visitor: Visitor
  /** What every page of the service has to look like from now on. */
  look: Look | undefined
  /** The answer to the last navigation. */
  status = 0
  /** How many pages of the service were opened so far. */
  pages = 0

  constructor(page: Page, visitor: Visitor, look: Look | undefined) {
    this.page = page
    this.visitor = visitor
    this.look = look
    page.on('response', response => {
      const request = response.request()
      if (!request.isNavigationRequest() || response.frame() !== page.mainFrame()) return
      this.status = response.status()
      const { home } = visitor.around
      if (response.url().startsWith(home) && (this.status < 300 || this.status >= 400)) this.pages += 1
    })
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address)
  }

  /** Does something that leads to a page, and waits for it. */
  async moved(act: () => Promise<unknown>): Promise<void> {
    const loaded = this.page.waitForEvent('load', { timeout: PATIENCE })
    await Promise.all([loaded, act()])
  }

  /** Presses a button. */
  async press(name: string): Promise<void> {
    await this.moved(() => this.page.getByRole('button', { name, exact: true }).click())
  }

  /** Follows a link. */
  async follow(name: string): Promise<void> {
    await this.moved(() => this.page.getByRole('link', { name, exact: true }).click())
  }

  /** Sends the first form of the page, by its first button. */
  async send(fields: Readonly<Record<string, string>> = {}): Promise<void> {
    for (const [name, value] of Object.entries(fields)) await this.page.fill(`[name="${name}"]`, value)
    await this.moved(() => this.page.locator('main form button[type=submit]').first().click())
  }

  async signIn(username: string, password = PASSWORD): Promise<void> {
    await this.send({ username, password })
  }

  async enterCode(code: string): Promise<void> {
    await this.send({ 'otp.user.otp': code })
  }

  /** What somebody sees of the page. */
  async seen(): Promise<Seen> {
    return (await this.page.evaluate(SEEN)) as Seen
  }

  async heading(): Promise<string> {
    return (await this.seen()).heading
  }

  async alert(): Promise<string> {
    return (await this.seen()).alert
  }

  /** Checks the page of the service that is shown: its heading, and all that holds for every page. */
  async shows(heading: string, { status = 200, alert = '' }: { status?: number; alert?: string } = {}) {
    const { page, visitor, look } = this
    const where = page.url()
    const seen = await this.seen()
    assert.ok(where.startsWith(visitor.around.home), `${where} is the service’s`)
    assert.deepEqual(
      { heading: seen.heading, alert: seen.alert, status: this.status },
      { heading, alert, status },
      where,
    )
    assert.notEqual(seen.title, '', where)
    const { lang = seen.lang, dir = seen.dir } = visitor.around
    assert.deepEqual([seen.lang, seen.dir], [lang, dir], heading)
    const [needed, given] = seen.width
    assert.ok(needed <= given, `${heading} needs ${needed} of ${given} pixels`)
    if (look !== undefined) assert.deepEqual([seen.brand, seen.color], [look.brand, look.color], where)
    await visitor.picture(page)
  }

  /** Checks that somebody has come back to an application, signed in. */
  async greeted({ url }: RelyingParty, name = 'Alex Moreau'): Promise<void> {
    assert.equal(await this.heading(), `Hello ${name}`, this.page.url())
    assert.ok(this.page.url().startsWith(`${url}/`), this.page.url())
  }
}
