import { BoundedCache } from '../core/bounded-cache.ts'
import { isMail, type MailEntry, type PageEntry, pageEntry } from '../core/catalogue/catalogue.ts'
import { chosenForms } from '../core/plurals.ts'
import { Tally } from '../core/tally.ts'
import {
  boundedPolicy,
  handlerTexts,
  ownNonce,
  type PolicyContext,
  rendered,
  TEMPLATE_BOUNDS,
  TemplateFault,
  type Values,
} from '../core/template/template.ts'
import { shortened } from '../core/text.ts'
import { DEFAULT_THEME } from '../core/theme.ts'
import { MAIL_SENDER } from '../core/words.ts'
import { randomText } from '../random.ts'
import type { Audience, ChosenTheme, Language } from './audience.ts'
import { withCommon } from './common-values.ts'
import { sha256 } from './handler-hash.ts'
import { Languages } from './languages.ts'
import {
  pageBytes,
  type Sender,
  withBareAddress,
  withoutTagManager,
  withScript,
  withScriptLines,
  withSender,
} from './page-bytes.ts'
import { PartMissing, type Presented, type Presenter, type Wanted } from './present.ts'
import type { Snapshot } from './snapshot.ts'
import { again, filledPage, MARK, type Mould, stenciledPage } from './stencil.ts'
import { bareAddress, fileOf, isMasters, mayEvaluate, missingFrom, runsScripts } from './wholeness.ts'

export interface Page {
  /** The bytes of the page, one a character. */
  readonly bytes: string
  readonly policy: string
  readonly language: string
  /** Makes the page with another token and another nonce, where it differs between visitors in nothing else. */
  readonly again?: (token: string) => Page
}

/** A page has one for each order of its identity sources. */
const STENCILS = 16

/** What a page without a template takes from a theme: its style sheets, its logo and nothing that could run. */
export interface Look {
  readonly language: string
  readonly direction: Language['direction']
  /** The name of the static file with the logo; undefined when the theme's page header has no image. */
  readonly logo: string | undefined
  /** Where static files are. */
  readonly assets: string
  /** The address of a static file of the theme. */
  readonly asset: (name: string) => string
}

export interface Mail {
  readonly sender: string
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** How a page is shown that is not for the person it is made for. */
export interface Framing {
  readonly frameAncestors?: string
  readonly sandbox?: string
  /** Numbers the elements, for a click to lead to their source. */
  readonly numbered?: boolean
  /** A script of ours that runs before anything of the page. */
  readonly script?: string
  /** What sends the events of the page to the service. */
  readonly sender?: Sender | undefined
  /** The container that may evaluate text as script where the page carries it. */
  readonly evalFor?: string | null
  /** Instead of the one that the language has. */
  readonly direction?: Language['direction']
  /** Whether scripts of the theme stay out of a page that others run on. */
  readonly scriptless?: boolean
}

/** The product name of the master, which is nobody's brand. */
const MASTER_PRODUCT = 'Tabard'
const REPORTS = '/v1.0/tabard/reports/policy'

/** Pages and mails in a theme and a language. */
export class Pages {
  readonly #presenter: Presenter
  readonly #theme: (tenant: string, id: string) => Promise<Snapshot | undefined>
  readonly #signIn = new WeakMap<Snapshot, 'login' | 'login-choice'>()
  readonly #policies = new WeakMap<Presented, { key: string; pieces: string[]; fits: boolean }>()
  /** Null for a page that is made for each visitor. */
  readonly #stencils = new WeakMap<Presented, BoundedCache<string, Mould | null>>()
  readonly languages: Languages
  /** How often the master's page was shown because the theme's could not be compiled, or lacked a part. */
  readonly fallbacks = new Tally()

  constructor(presenter: Presenter, theme: (tenant: string, id: string) => Promise<Snapshot | undefined>) {
    this.#presenter = presenter
    this.languages = new Languages(presenter)
    this.#theme = theme
  }

  /** The forced theme, else the application's, else the default one. Themes that do not exist are skipped. */
  async chosen(
    tenant: string,
    forced: string | undefined,
    application?: string | null,
  ): Promise<ChosenTheme> {
    for (const [why, id] of [
      ['forced', forced],
      ['application', application],
    ] as const) {
      const view = id === undefined || id === null ? undefined : await this.#theme(tenant, id)
      if (view !== undefined) return { view, why }
    }
    const view = await this.#theme(tenant, DEFAULT_THEME)
    if (view === undefined) throw new Error('the default theme is missing')
    return { view, why: 'default' }
  }

  async page(
    audience: Audience,
    entry: PageEntry | MailEntry,
    given: Values,
    framing: Framing = {},
    formOrigins: readonly string[] = [],
    nonce = randomText(),
  ): Promise<Page> {
    const numbered = framing.numbered ?? false
    return await this.#safely(audience, entry, given, numbered, async presented => {
      needWhole(audience, entry, presented, given, framing)
      return this.#page(audience, entry, presented, given, framing, formOrigins, nonce)
    })
  }

  /** What is made of a theme's page; of the master's, where the theme's cannot be shown with these values. */
  async #safely<T>(
    audience: Audience,
    entry: PageEntry | MailEntry,
    given: Values,
    numbered: boolean,
    make: (presented: Presented) => Promise<T>,
  ): Promise<T> {
    const wanted = this.#wanted(audience, entry, numbered, given)
    const presented = await this.#presenter.present(audience, wanted)
    this.#count(audience, entry, presented)
    try {
      return await make(presented)
    } catch (error) {
      if (this.#presenter.isForCaller(audience, error) || isMasters(audience, presented)) throw error
      if (error instanceof PartMissing) {
        const restored = await this.#restored(audience, wanted, error, make)
        if (restored !== undefined) return restored
      }
      const instead = await this.#presenter.instead(audience, wanted, error)
      this.#count(audience, entry, instead)
      return await make(instead)
    }
  }

  /** What is made of the master's template in everything else of the theme, unless that lacks the part too. */
  async #restored<T>(
    audience: Audience,
    wanted: Wanted,
    error: PartMissing,
    make: (presented: Presented) => Promise<T>,
  ): Promise<T | undefined> {
    const restored = await this.#presenter.restored(audience, wanted)
    try {
      const made = await make(restored)
      this.#presenter.tell(audience, wanted, error)
      this.#count(audience, wanted.entry, restored, true)
      return made
    } catch (further) {
      if (this.#presenter.isForCaller(audience, further)) throw further
      return undefined
    }
  }

  #page(
    audience: Audience,
    entry: PageEntry | MailEntry,
    presented: Presented,
    given: Values,
    { numbered: _, script, sender, direction, evalFor = null, scriptless = false, ...framing }: Framing,
    formOrigins: readonly string[],
    nonce: string,
  ): Page {
    const { theme, hosts } = audience
    const language = this.languages.of(audience)
    const turned = direction === undefined ? language : { ...language, direction }
    const values = withCommon(audience, turned, presented, given)
    const { compiled } = presented
    // No program that shows mails runs what stands in them.
    const handled = isMail(entry) ? [] : compiled.handlers
    const handlers = handled.flatMap(handler => handlerTexts(handler, values).map(sha256))
    const reportTo = `${REPORTS}?page=${entry.id}&themeId=${theme.view.id}`
    const runs = !scriptless && runsScripts(audience, entry)
    const own = ownNonce({ nonce, runs })
    const sends = sender !== undefined
    const evaluates = mayEvaluate(presented, evalFor)
    const ours = { scripted: sends || script !== undefined, sends, allowsEval: evaluates }
    const context = { handlers, formOrigins, reportTo, hosts, runs, ...ours, ...framing }
    const policy = this.#policy(presented, context, nonce, isMasters(audience, presented))
    // Nobody need hear of scripts that the policy does not let run.
    const parts = runs ? compiled.parts : (compiled.scriptless ?? compiled.parts)
    let bytes = pageBytes(parts, values, nonce)
    if (framing.sandbox !== undefined) bytes = withoutTagManager(bytes)
    if (sender !== undefined) bytes = withSender(bytes, sender, own)
    if (script !== undefined) bytes = withScriptLines(withScript(bytes, script, own))
    const bare = runs && framing.sandbox === undefined ? bareAddress(audience, entry, presented, given) : ''
    if (bare !== '') bytes = withBareAddress(bytes, bare)
    return { bytes, policy, language: language.tag }
  }

  /**
   * A page that is the same for everyone but for a token, which has letters and digits only: it is made once, under
   * a name that stands for everything else, and from then on only joined. Where a template has the token in a place
   * that escapes even letters, the page is made for each visitor.
   */
  async stenciled(
    visitor: Audience,
    entry: PageEntry,
    { name, token, values }: { name: string; token: string; values: (token: string) => Promise<Values> },
    formOrigins: readonly string[] = [],
  ): Promise<Page> {
    // It is made for others as well, who have asked for other addresses.
    const audience = { ...visitor, wish: { ...visitor.wish, address: undefined } }
    const presented = await this.presented(audience, entry)
    // The policy names a handler by its hash, and so the token in it.
    if (presented.compiled.handlers.some(({ parts }) => parts.length > 1))
      return await this.page(audience, entry, await values(token), {}, formOrigins)
    const key = `${name} ${audience.address} ${audience.hosts} ${audience.scripts} ${formOrigins}`
    let stencils = this.#stencils.get(presented)
    if (stencils === undefined) {
      stencils = new BoundedCache(STENCILS)
      this.#stencils.set(presented, stencils)
    }
    const known = stencils.get(key)
    const nonce = randomText()
    if (known === null) return await this.page(audience, entry, await values(token), {}, formOrigins, nonce)
    if (known !== undefined) {
      this.#count(audience, entry, presented, known.missing)
      const page = filledPage(known.stencil, token, nonce)
      // Each page that is the master's instead of the theme's is counted.
      return known.missing || presented.fallback !== undefined ? page : { ...page, again: known.again }
    }
    const [marked, own] = [await values(MARK), await values(token)]
    return await this.#safely(audience, entry, own, false, async from => {
      needWhole(audience, entry, from, own)
      const made = (given: Values) => this.#page(audience, entry, from, given, {}, formOrigins, nonce)
      const [sample, page] = [made(marked), made(own)]
      const missing = missingFrom(audience, entry, presented, own) !== undefined
      const stencil = stenciledPage(sample, nonce)
      const joined = filledPage(stencil, token, nonce)
      const isSteady = joined.bytes === page.bytes && joined.policy === page.policy
      stencils.set(key, isSteady ? { stencil, missing, again: again(stencil) } : null)
      return page
    })
  }

  async look(audience: Audience): Promise<Look> {
    const { address, theme } = audience
    const { locale, tag, direction } = this.languages.of(audience)
    const { id, generation } = theme.view
    const assets = `${address}/template/v1.0/static/`
    return {
      language: tag,
      direction,
      logo: await this.#presenter.logo(theme.view, locale),
      assets,
      asset: name => `${assets}${name}?themeId=${id}&v=${generation}`,
    }
  }

  async mail(audience: Audience, entry: MailEntry, given: Values): Promise<Mail> {
    const language = this.languages.of(audience)
    return await this.#safely(audience, entry, given, false, async presented => {
      const values = withCommon(audience, language, presented, given)
      const made = rendered(presented.compiled, values, '')
      const { lightOnly } = presented.colors
      const html = lightOnly ? made.replaceAll('@media (prefers-color-scheme: dark)', '@media not all') : made
      const line = (parts: Presented['subject']) =>
        shortened(rendered(parts, values, '').replace(/\s+/g, ' ').trim(), TEMPLATE_BOUNDS.subject)
      const text = await this.#presenter.plainText(audience, html, isMasters(audience, presented))
      const sender = line(presented.sender) || (await this.#sender(audience))
      const subject = line(presented.subject) || line(await this.#mastersSubject(audience, entry, given))
      return { sender, subject, html, text }
    })
  }

  /** The subject of a mail whose template has none: that of the master's template, with the labels of the theme. */
  async #mastersSubject(audience: Audience, entry: MailEntry, given: Values): Promise<Presented['subject']> {
    const wanted = this.#wanted(audience, entry, false, given)
    return (await this.#presenter.restored(audience, wanted)).subject
  }

  /**
   * The sender of a mail whose template names none: the label EMAIL_SENDER of the theme, or the theme's own product
   * name with the address of the configured sender.
   */
  async #sender(audience: Audience): Promise<string> {
    const sender = await this.languages.text(audience, MAIL_SENDER)
    if (sender !== '') return sender
    const name = await this.languages.text(audience, 'PRODUCT_NAME')
    return name !== '' && name !== MASTER_PRODUCT ? `"${name.replace(/["\\\s]+/g, ' ').trim()}" <>` : ''
  }

  /** Whether a mail gives a secret of its reader away. */
  async leaks(audience: Audience, { html }: Mail, secrets: readonly string[]): Promise<boolean> {
    return secrets.length > 0 && (await this.#presenter.leaks(audience, html, secrets))
  }

  /** What a page was made from. */
  async presented(
    audience: Audience,
    entry: PageEntry | MailEntry,
    numbered = false,
    given?: Values,
  ): Promise<Presented> {
    return await this.#presenter.present(audience, this.#wanted(audience, entry, numbered, given))
  }

  /** Whether a form of a page is posted to the page's own address. */
  async postsBack(audience: Audience, entry: PageEntry): Promise<boolean> {
    const { facts } = (await this.presented(audience, entry)).compiled
    return facts.forms.some(({ posts, action }) => posts && (action === '' || action === '#'))
  }

  #wanted(audience: Audience, entry: PageEntry | MailEntry, numbered: boolean, given?: Values): Wanted {
    const { locale } = this.languages.of(audience)
    const forms = given && chosenForms(locale, Object.keys(entry.macros), given.macros)
    return { view: audience.theme.view, entry, locale, numbered, ...(forms && { forms }) }
  }

  /** The policy of a response: all but the nonce is the same from one to the next, and made once. */
  #policy(
    presented: Presented,
    context: Omit<PolicyContext, 'nonce'>,
    nonce: string,
    isMasters: boolean,
  ): string {
    const { handlers, formOrigins, reportTo, frameAncestors, sandbox, hosts } = context
    const { scripted, sends, allowsEval, runs } = context
    const ours = `${scripted} ${sends} ${allowsEval} ${runs}`
    const key = `${reportTo} ${frameAncestors} ${sandbox} ${hosts} ${ours} ${handlers} ${formOrigins}`
    let known = this.#policies.get(presented)
    if (known?.key !== key) {
      const { text, fits } = boundedPolicy(presented.compiled.policy, { ...context, nonce })
      known = { key, pieces: text.split(nonce), fits }
      this.#policies.set(presented, known)
    }
    if (!known.fits && !isMasters) throw new TemplateFault('policy')
    return known.pieces.join(nonce)
  }

  #count(
    { tenant, customer, theme }: Audience,
    entry: PageEntry | MailEntry,
    { fallback }: Presented,
    missing = false,
  ): void {
    if ((missing || fallback !== undefined) && customer === 'visitors')
      this.fallbacks.add(tenant, theme.view.id, entry.id)
  }

  /** The sign-in page of a theme: the one for several sources where the theme customizes that one only. */
  signIn({ view }: ChosenTheme): 'login' | 'login-choice' {
    let id = this.#signIn.get(view)
    if (id === undefined) {
      id = owns(view, pageEntry('login-choice')) && !owns(view, pageEntry('login')) ? 'login-choice' : 'login'
      this.#signIn.set(view, id)
    }
    return id
  }
}

function needWhole(
  audience: Audience,
  entry: PageEntry | MailEntry,
  presented: Presented,
  given: Values,
  { scriptless }: Framing = {},
): void {
  const part = missingFrom(audience, entry, presented, given, scriptless)
  if (part !== undefined) throw new PartMissing(part, fileOf(presented))
}

function owns(view: Snapshot, { folder, file }: PageEntry): boolean {
  return [...view.ownPaths()].some(path => path.startsWith(`${folder}/`) && path.endsWith(`/${file}`))
}
