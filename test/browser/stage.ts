import assert from 'node:assert/strict'
import { after, before, type TestContext } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import type { Profile } from '../../src/identity/identity.ts'
import type { Surroundings } from '../../src/server.ts'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { type EngineName, usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { addAccount } from '../support/people.ts'
import { type RelyingParty, type RelyingPartySettings, startRelyingParty } from '../support/relying-party.ts'
import { type TestService, testService } from '../support/service.ts'
import { type Received, startSmtp, type TestSmtp } from '../support/smtp.ts'
import { executed } from '../support/store.ts'
import { type Look, Visitor } from './visitor.ts'

export type { Look, Tab } from './visitor.ts'

/** A service with its mail server, the applications around it, and a browser. */
export interface Stage {
  readonly service: TestService
  readonly smtp: TestSmtp
  application(settings: RelyingPartySettings): Promise<RelyingParty>
  theme(brand: string, color: string, more?: Record<string, string>): Promise<Look>
  /** Adds an account; answers with its user name. */
  account(profile?: Profile & { temporary?: boolean }): Promise<string>
  visitor(t: TestContext, options?: VisitorOptions): Promise<Visitor>
  /** The next mail to somebody. */
  mail(to: string): Promise<Received>
  /** Makes as if the time had passed after which another code may be asked for. */
  waited(): Promise<void>
  /** Makes as if all codes had expired. */
  expired(): Promise<void>
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Other origins that a theme loads something from. */
  readonly elsewhere?: readonly string[]
  /** Problems that are no matter of the test. */
  readonly forgiven?: RegExp
  /** The language of every page of the service. */
  readonly lang?: string
  readonly dir?: string
}

/**
 * The databases that browsers are tried on. A browser does not see which one it is, and the journeys without a browser
 * run on both (test/journeys, test/conformance).
 */
export const STAGE_ENGINES = usually('SQLite')

/** Sets a stage for the tests around the call. */
export function staged(engine: EngineName = 'SQLite', surroundings: Surroundings = {}): Stage {
  let service: TestService
  let smtp: TestSmtp
  let browser: Browser
  let accounts = 0
  const applications: RelyingParty[] = []
  /** Moves a time of all flows into the past. */
  const past = async (time: string) =>
    await executed(
      service.database,
      `update short_lived set payload = replace(payload, '"${time}":', '"${time}":-') where kind = 'Flow'`,
    )

  before(async () => {
    smtp = await startSmtp()
    ;[service, browser] = await Promise.all([
      testService(engine, { TABARD_SMTP_URL: smtp.url }, surroundings),
      launchBrowser(),
    ])
  })
  after(async () => {
    await Promise.all(applications.map(application => application.stop()))
    await browser?.close()
    await service?.stop()
    await smtp?.stop()
  })

  return {
    get service() {
      return service
    },
    get smtp() {
      return smtp
    },
    async application(settings) {
      const application = await startRelyingParty(service, settings)
      applications.push(application)
      return application
    },
    async theme(brand, color, more = {}) {
      const files = {
        'common/page_style.css': `:root { --color-brand: ${color}; --color-brand-strong: ${color}; --color-on-brand: #fff }`,
        'common/page_components/page_header.html': `<header class="page-header"><b id="brand">${brand}</b></header>`,
        ...more,
      }
      return { id: await service.createTheme(brand, packageOf(files)), brand, color }
    },
    async account({ temporary = false, ...profile } = {}) {
      accounts += 1
      const email = profile.email ?? `person${accounts}@example.com`
      await addAccount(service, { givenName: 'Alex', familyName: 'Moreau', email, ...profile }, { temporary })
      return email
    },
    async visitor(t, { elsewhere = [], forgiven = /^$/, lang, dir, ...options } = {}) {
      const context = await browser.newContext({ locale: 'en-US', ...options })
      const visitor = new Visitor(context, t.name, {
        home: service.url,
        allowed: () => [service.url, ...applications.map(({ url }) => url), ...elsewhere],
        lang,
        dir,
      })
      await visitor.watch()
      t.after(async () => {
        await context.close()
        assert.deepEqual(
          visitor.problems.filter(problem => !forgiven.test(problem)),
          [],
        )
      })
      return visitor
    },
    mail: async to => await smtp.next(mail => mail.to === to),
    async waited() {
      await past('againAt')
      // By then the same form is a new one.
      await executed(service.database, `delete from short_lived where kind = 'Repeat'`)
    },
    expired: async () => await past('expiresAt'),
  }
}

/** The code of six digits in a mail. */
export function codeIn({ text }: Received): string {
  const [code] = /\b\d{6}\b|\b\d{3} \d{3}\b/.exec(text) ?? []
  assert.ok(code, text)
  return code
}

/** The first address in a mail that has a parameter. */
export function linkIn({ html }: Received, parameter: string): string {
  for (const [, address] of html.matchAll(/href="([^"]+)"/g)) {
    const plain = address!.replaceAll('&amp;', '&')
    if (new URL(plain).searchParams.has(parameter)) return plain
  }
  throw new Error(`no link with ${parameter} in ${html}`)
}
