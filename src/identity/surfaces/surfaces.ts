import { MEASURED_PAGE } from '../../core/analytics/events.ts'
import { BoundedCache, type CacheFigures } from '../../core/bounded-cache.ts'
import {
  type MailId,
  type MailValues,
  mailEntry,
  type PageId,
  type PageRows,
  type PageValues,
  pageEntry,
  SECRET_MACROS,
} from '../../core/catalogue/catalogue.ts'
import { isTold } from '../../core/fetch-metadata.ts'
import { errorPrefix } from '../../core/flows/message.ts'
import { DEFAULT_LOCALE, languageTag } from '../../core/locale.ts'
import type { Value, Values } from '../../core/template/template.ts'
import { MASTER, untouched } from '../../core/theme.ts'
import type { Times } from '../../core/times.ts'
import { attributeMacros } from '../../core/user-flows/attribute-macros.ts'
import type { Word } from '../../core/word.ts'
import type { Audience, Look, Page, Pages, Sender, Wish } from '../../pages/pages.ts'
import {
  type Application,
  type NewMail,
  Recall,
  type Store,
  type Tenant,
  type ThemeAnalytics,
} from '../../store/store.ts'
import { isPreview, NO_ANALYTICS } from '../../themes/themes.ts'
import { builtInApplication } from '../tenancy/built-in-applications.ts'
import type { Tenancy } from '../tenancy/tenants.ts'

/** The purpose of a page or a mail. Its theme depends on nothing else. */
export interface Purpose {
  readonly themeId: string | null
  readonly applicationId: string | null
  readonly locale: string | null
  /** Whether the theme may be a preview. */
  readonly preview?: true
}

/** A page that differs between visitors only in a token of letters and digits. */
export interface Stenciled<Id extends PageId> {
  /** Identifies everything except the token. */
  readonly name: string
  readonly token: string
  /** Is called for the first page with a name, and rarely again. */
  readonly made: (token: string) => Promise<{ macros: PageValues<Id>; repeats?: PageRows<Id> }>
}

/** The parts of a page besides its macros. */
interface PageOptions<Id extends PageId> {
  readonly repeats?: PageRows<Id>
  readonly formOrigins?: readonly string[]
  readonly sender?: Sender | undefined
  /** Whether scripts of the theme do not run, because somebody else may have chosen the theme. */
  readonly scriptless?: boolean
  /** A script of ours, which runs even if scripts of the theme do not. */
  readonly script?: string
}

/** The purpose for a page about an account, a consent or a session, where no URL can force a theme. */
export function unforced<P extends Purpose>(purpose: P): P {
  return { ...purpose, themeId: untouched(purpose.themeId) }
}

/** The purpose of pages that belong to no theme, application or language in particular. */
export const NO_PURPOSE: Purpose = { themeId: null, applicationId: null, locale: null }

const TENANTS = 500

/** Data of a tenant by id, as it was at an epoch of the store. */
interface Known<T> {
  readonly epoch: number
  readonly byId: ReadonlyMap<string, T>
}

/** Renders everything that people see: every page and every mail, in the theme that its purpose determines. */
export class Surfaces {
  readonly #store: Store
  readonly #pages: Pages
  readonly #tenancy: Tenancy
  readonly #newId: () => string
  readonly #scriptsOverHttp: boolean
  readonly #applications = new BoundedCache<string, Known<Application>>(TENANTS)
  /** Cached by the locales of a theme, because naming a language is slow. */
  readonly #languages = new WeakMap<ReadonlySet<string>, readonly (readonly [tag: string, name: string])[]>()
  readonly #analytics = new BoundedCache<string, Known<ThemeAnalytics>>(TENANTS)
  readonly #recall = new Recall()

  constructor(parts: {
    store: Store
    pages: Pages
    tenancy: Tenancy
    newId: () => string
    /** Whether scripts of themes run even where browsers send no fetch metadata, which tells scripts from people. */
    scriptsOverHttp?: boolean
  }) {
    this.#store = parts.store
    this.#pages = parts.pages
    this.#tenancy = parts.tenancy
    this.#newId = parts.newId
    this.#scriptsOverHttp = parts.scriptsOverHttp ?? false
  }

  get cache(): CacheFigures {
    return this.#applications
  }

  /**
   * The theme, language and address for a purpose. The theme is the forced one, else the application's, else the
   * default.
   */
  async audience(tenant: Tenant, purpose: Purpose, wish: Wish): Promise<Audience> {
    const { themeId, applicationId, locale, preview = false } = purpose
    const application = applicationId === null ? undefined : await this.application(tenant, applicationId)
    const address = this.#tenancy.address(tenant)
    const host = hostOf(address)
    const hosts = wish.host === undefined || wish.host === host ? [host] : [wish.host, host]
    return {
      tenant: tenant.id,
      customer: 'visitors',
      address,
      hosts,
      scripts: wish.scriptless !== true && (this.#scriptsOverHttp || isTold(address, hosts)),
      theme: await this.#pages.chosen(tenant.id, wanted(themeId, preview), application?.themeId),
      wish: {
        ...wish,
        parameter: locale ?? wish.parameter,
        fallback: this.#tenancy.locale(tenant),
      },
    }
  }

  /** Whether scripts of themes run on the pages of a tenant under its own address. */
  runsScripts(tenant: Tenant): boolean {
    const address = this.#tenancy.address(tenant)
    return this.#scriptsOverHttp || isTold(address, [hostOf(address)])
  }

  /** The id of the theme that a URL forces; null if there is no such theme. */
  async forced(tenant: Tenant, themeId: string | null | undefined): Promise<string | null> {
    const asked = wanted(themeId, false)
    if (asked === undefined) return null
    const { view, why } = await this.#pages.chosen(tenant.id, asked)
    return why === 'forced' ? view.id : null
  }

  /** The locale that an audience reads; null for US English. */
  locale(audience: Audience): string | null {
    const { locale } = this.#pages.languages.of(audience)
    return locale === DEFAULT_LOCALE ? null : locale
  }

  /** The tag of the language that an audience reads. */
  tag(audience: Audience): string {
    return this.#pages.languages.of(audience).tag
  }

  /** The purpose for a URL in a mail. It names an available language, not the text that a stranger sent. */
  mailed<P extends Purpose>(audience: Audience, purpose: P): P {
    return { ...purpose, locale: purpose.locale && this.#pages.languages.of(audience).tag }
  }

  /** The languages of an audience's pages by tag, each named in that language. */
  languages({ theme }: Audience): readonly (readonly [tag: string, name: string])[] {
    let languages = this.#languages.get(theme.view.locales)
    if (languages === undefined) {
      const tags = [DEFAULT_LOCALE, ...theme.view.locales].map(languageTag)
      languages = [...new Set(tags)]
        .map(tag => [tag, new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag] as const)
        .sort(([, a], [, b]) => a.localeCompare(b))
      this.#languages.set(theme.view.locales, languages)
    }
    return languages
  }

  /** Dates and durations in the language of an audience. */
  times(audience: Audience): Times {
    return this.#pages.languages.times(audience)
  }

  /** The texts in the language of an audience. */
  async words(audience: Audience): Promise<Word> {
    return await this.#pages.languages.words(audience)
  }

  /** The parts of an audience's theme for a page without a template. */
  async look(audience: Audience): Promise<Look> {
    return await this.#pages.look(audience)
  }

  async page<Id extends PageId>(
    audience: Audience,
    id: Id,
    macros: PageValues<Id>,
    { repeats, formOrigins = [], script, sender, scriptless = false }: PageOptions<Id> = {},
  ): Promise<Page> {
    const measured = id === MEASURED_PAGE ? await this.#measured(audience) : {}
    const values = valuesOf({ ...(await this.#prefix(audience, macros)), ...macros }, repeats)
    const framing = { ...measured, sender, scriptless, ...(script !== undefined && { script }) }
    return await this.#pages.page(audience, pageEntry(id), values, framing, formOrigins)
  }

  /** The prefix for the title of a page that shows an error. */
  async #prefix(
    audience: Audience,
    { ERROR_MESSAGE = '' }: Readonly<Record<string, Value>>,
  ): Promise<{ ERROR_PREFIX: string }> {
    if (ERROR_MESSAGE === '') return { ERROR_PREFIX: '' }
    return { ERROR_PREFIX: errorPrefix(await this.words(audience)) }
  }

  /** A page that is rendered once under a name, and then reused for everybody with a different token. */
  async stenciled<Id extends PageId>(
    audience: Audience,
    id: Id,
    { name, token, made }: Stenciled<Id>,
    formOrigins: readonly string[],
  ): Promise<Page> {
    const values = async (given: string) => {
      const { macros, repeats } = await made(given)
      return valuesOf(macros, repeats)
    }
    return await this.#pages.stenciled(audience, pageEntry(id), { name, token, values }, formOrigins)
  }

  /** Whether a form of a page is posted to the page's own address. */
  async postsBack(audience: Audience, id: PageId): Promise<boolean> {
    return await this.#pages.postsBack(audience, pageEntry(id))
  }

  /** The sign-in page of a theme. */
  signIn(audience: Audience): 'login' | 'login-choice' {
    return this.#pages.signIn(audience.theme)
  }

  /** A mail, ready for the outbox; it is not sent after its code or link has expired. */
  async mail<Id extends MailId>(
    audience: Audience,
    id: Id,
    recipient: string,
    macros: MailValues<Id>,
    expiresAt: number | null = null,
  ): Promise<NewMail> {
    const entry = mailEntry(id)
    const given: Readonly<Record<string, Value>> = macros
    const secrets = SECRET_MACROS.flatMap(name => given[name] ?? []).map(String)
    const own = await this.#ownValues(audience, recipient)
    const values = valuesOf({ ...own, ...(await this.#greeting(audience, given)), ...given })
    const made = await this.#pages.mail(audience, entry, values)
    // If a theme would send a person's link or code elsewhere, the master is used instead.
    const leaks = await this.#pages.leaks(audience, made, [...secrets, ...secrets.flatMap(tokensIn)])
    const mail = leaks ? await this.#pages.mail(await this.#untouched(audience), entry, values) : made
    return { id: this.#newId(), event: id, recipient, ...mail, expiresAt }
  }

  /** The recipient's values of the attributes that the tenant has added. */
  async #ownValues({ tenant }: Audience, recipient: string): Promise<Record<string, Value>> {
    const { accounts, attributes } = this.#store.tenant(tenant)
    if ((await attributes.list()).length === 0) return {}
    const account = await accounts.withEmail(recipient)
    // Also reads values if there is no account, so that the time does not reveal whether there is one.
    return attributeMacros(await attributes.valuesOf(account?.id ?? 'nobody'))
  }

  /** The greeting of a mail. Without a name it uses another text, because one made for a name would read badly. */
  async #greeting(
    audience: Audience,
    { USER_FRIENDLY_NAME }: Readonly<Record<string, Value>>,
  ): Promise<Record<string, Value>> {
    if (USER_FRIENDLY_NAME === undefined) return {}
    const word = await this.words(audience)
    return USER_FRIENDLY_NAME === ''
      ? { GREETING: word('EMAIL_GREETING_UNNAMED') }
      : { GREETING: word('EMAIL_GREETING', { USER_FRIENDLY_NAME: String(USER_FRIENDLY_NAME) }) }
  }

  async #untouched(audience: Audience): Promise<Audience> {
    return { ...audience, theme: await this.#pages.chosen(audience.tenant, MASTER) }
  }

  async application(tenant: Tenant, id: string): Promise<Application | undefined> {
    const builtIn = builtInApplication(id, this.#tenancy.console(tenant))
    if (builtIn !== undefined) return builtIn
    const applications = await this.#known('applications', this.#applications, tenant.id, async () => {
      const all = await this.#store.tenant(tenant.id).applications.list()
      return new Map(all.map(application => [application.id, application]))
    })
    return applications.get(id)
  }

  /** The analytics settings of a theme's registration pages. */
  async analytics(tenant: string, themeId: string): Promise<ThemeAnalytics> {
    const themes = await this.#known('analytics', this.#analytics, tenant, () =>
      this.#store.tenant(tenant).analytics.settings(),
    )
    return themes.get(themeId) ?? NO_ANALYTICS
  }

  async #measured({ tenant, theme }: Audience): Promise<Pick<ThemeAnalytics, 'evalFor'>> {
    const { evalFor } = await this.analytics(tenant, theme.view.id)
    return { evalFor }
  }

  /** Unchanged data is not read again; while the database is unavailable, cached data is used. */
  async #known<T>(
    what: string,
    cache: BoundedCache<string, Known<T>>,
    tenant: string,
    read: () => Promise<ReadonlyMap<string, T>>,
  ): Promise<ReadonlyMap<string, T>> {
    const epoch = this.#store.epoch()
    const known = cache.get(tenant)
    if (known?.epoch === epoch) return known.byId
    const { byId } = await this.#recall.latest(`${what} ${tenant}`, epoch, known, async () => {
      const found: Known<T> = { epoch, byId: await read() }
      cache.set(tenant, found)
      return found
    })
    return byId
  }
}

/** The random parts of an address, which are secrets. */
function tokensIn(secret: string): string[] {
  return secret.match(/[\w-]{40,}/g) ?? []
}

function hostOf(address: string): string {
  return address.slice(address.indexOf('//') + 2)
}

/**
 * A preview is only shown in its frame. Otherwise, anybody who may read themes could show their own pages to people.
 */
function wanted(themeId: string | null | undefined, preview: boolean): string | undefined {
  return themeId != null && (preview || !isPreview(themeId)) ? themeId : undefined
}

function valuesOf(
  macros: Readonly<Record<string, Value>>,
  repeats: Readonly<Record<string, readonly Readonly<Record<string, Value>>[] | undefined>> = {},
): Values {
  const rows = Object.entries(repeats).map(
    ([name, of = []]) => [name, of.map(row => new Map(Object.entries(row)))] as const,
  )
  return {
    macros: { get: name => (Object.hasOwn(macros, name) ? macros[name] : undefined) },
    ...(rows.length > 0 && { repeats: new Map(rows) }),
  }
}
