import assert from 'node:assert/strict'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import type { OutboxMail } from '../../src/store/store.ts'
import { packageOf } from '../support/packages.ts'
import { addApplication } from '../support/people.ts'
import { Person, type Shown } from '../support/person.ts'
import type { Stage } from './steps.ts'

/** For what people come, and so the theme that everything they see and get has to be in. */
export interface Standing {
  readonly name: string
  /** undefined: the default one. */
  readonly theme: string | undefined
  /** The theme of everything from the page on that greets somebody who is signed in; where an address forces one, the default. */
  readonly greeted: string | undefined
  /** Where signing in begins. */
  readonly enter: string
  /** The same where a second factor is asked for; undefined where nobody asks for one. */
  readonly enterWithFactor?: string
  /** What was seen so far. */
  readonly pages: Set<string>
  readonly mails: Set<string>
}

export function standing(
  name: string,
  theme: string | undefined,
  enter: string,
  enterWithFactor?: string,
): Standing {
  const factor = enterWithFactor === undefined ? {} : { enterWithFactor }
  const greeted = /[?&]themeId=/.test(enter) && enterWithFactor === undefined ? undefined : theme
  return { name, theme, greeted, enter, ...factor, pages: new Set(), mails: new Set() }
}

let themes = 0

/** A theme that marks each page and each mail with its id. */
export async function markedTheme(
  { service }: Pick<Stage, 'service'>,
  more: Record<string, string> = {},
): Promise<string> {
  themes += 1
  return await service.createTheme(
    `Marked ${themes}`,
    packageOf({
      'common/page_components/default/page_header.html': '<p>mark of @THEME_ID@</p>',
      'common/default/template_labels.properties': '$EMAIL_AUTOMATIC_NOTE$=mark of @THEME_ID@\n',
      ...more,
    }),
  )
}

/** An application with a theme, and where it sends people. */
export async function themedApplication(
  { service }: Pick<Stage, 'service'>,
  themeId: string | undefined,
  { secondFactor = false, consent = false } = {},
): Promise<{ id: string; address: string }> {
  const redirect = 'https://app.example.com/callback'
  const theme = themeId === undefined ? {} : { themeId }
  const settings = { name: 'Travel', redirects: [redirect], secondFactor, consent, ...theme }
  const { id } = await addApplication(service, settings)
  const query = { client_id: id, response_type: 'code', scope: 'openid', redirect_uri: redirect }
  return { id, address: `${ISSUER_PATH}/authorize?${new URLSearchParams(query)}` }
}

/** Pages on which no address forces a theme, and from which on none does. */
export const ACCOUNT_PAGES: ReadonlySet<string> = new Set([
  'signed-in',
  'logout-confirm',
  'logout',
  'oidc-error',
])

/** Somebody who looks at every page whether it is in the theme that it has to be in. */
export class Witness extends Person {
  readonly #standing: Standing
  #greeted = false

  constructor({ service }: Pick<Stage, 'service'>, standing: Standing) {
    super(service.url)
    this.#standing = standing
  }

  override async visit(target: string): Promise<Shown> {
    return this.#seen(await super.visit(target))
  }

  override async submit(...how: Parameters<Person['submit']>): Promise<Shown> {
    return this.#seen(await super.submit(...how))
  }

  /** Forgets that it was greeted: what follows belongs to a flow again. */
  back(): void {
    this.#greeted = false
  }

  /** Goes where a link of the page leads. */
  async follow(link: RegExp): Promise<Shown> {
    return await this.visit(linkOn(this.shown!, link))
  }

  #seen(shown: Shown): Shown {
    if (this.left !== undefined) return shown
    const page = pageOf(shown)
    const { pages } = this.#standing
    this.#greeted ||= ACCOUNT_PAGES.has(page)
    const theme = this.#greeted ? this.#standing.greeted : this.#standing.theme
    assertInTheme(shown.html, theme, `${page} ${this.#standing.name}`)
    const loaded = [...shown.html.matchAll(/\/static\/[^"]*[?&;]themeId=([\w-]+)/g)].map(([, id]) => id)
    assert.deepEqual([...new Set(loaded)], [theme ?? 'default'], `the files of ${page}`)
    if (theme === this.#standing.theme) pages.add(page)
    return shown
  }
}

/** The id that the catalogue has for a page: its policy names it, for reports. */
export function pageOf({ headers, url, status }: Shown): string {
  const policy = headers.get('content-security-policy') ?? ''
  const page = /[?&]page=([\w-]+)&themeId=/.exec(policy)?.[1]
  assert.ok(page !== undefined, `${url} is a page (${status})`)
  return page
}

/** That the marks in a text are those of this theme, or none where it is the default one. */
export function assertInTheme(text: string, theme: string | undefined, what: string): void {
  const marks = [...text.matchAll(/mark of ([\w-]+)/g)].map(([, id]) => id)
  assert.deepEqual([...new Set(marks)], theme === undefined ? [] : [theme], what)
}

/** Where a link of a page leads. */
export function linkOn({ html, url }: Shown, link: RegExp): string {
  const all = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
  const found = all.find(href => link.test(href))
  assert.ok(found !== undefined, `${url} has a link ${link}: ${all.join(' ')}`)
  return found
}

/** The first address in a mail. */
export function linkIn({ text }: Pick<OutboxMail, 'text'>): string {
  return /https?:\/\/[^\s)]+/.exec(text)![0]
}

/** The mails to an address, the first one first: each has to be in the theme, and together they have to be these. */
export async function assertMails(
  { store }: Pick<Stage, 'store'>,
  { name, theme, mails }: Standing,
  address: string,
  events: readonly string[],
): Promise<OutboxMail[]> {
  const sent = (await store.outbox.list(1_000)).filter(({ recipient }) => recipient === address).reverse()
  for (const { event, html, text } of sent) {
    assertInTheme(html, theme, `${event} ${name}`)
    assertInTheme(text, theme, `the text of ${event} ${name}`)
    mails.add(event)
  }
  assert.deepEqual(
    sent.map(({ event }) => event),
    events,
  )
  return sent
}
