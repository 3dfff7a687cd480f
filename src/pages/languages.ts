import { BoundedCache, type CacheFigures } from '../core/bounded-cache.ts'
import { askedLocales, chosenLocale, direction, languageTag } from '../core/locale.ts'
import type { Problem } from '../core/made-page.ts'
import { shortened } from '../core/text.ts'
import { type Times, timesIn } from '../core/times.ts'
import type { Word } from '../core/word.ts'
import { type Words, worded } from '../core/words.ts'
import type { Audience, Language } from './audience.ts'
import type { Presenter } from './present.ts'

const WISHES = 2_000
const WISH_LENGTH = 300

/** The language of an audience, and what a theme says in it. */
export class Languages {
  readonly #presenter: Presenter
  readonly #wishes = new BoundedCache<string, Language>(WISHES)

  constructor(presenter: Presenter) {
    this.#presenter = presenter
  }

  get cache(): CacheFigures {
    return this.#wishes
  }

  /** The language that serves a wish in a theme. */
  of({ tenant, theme: { view }, wish }: Pick<Audience, 'tenant' | 'theme' | 'wish'>): Language {
    const parameter = wish.parameter && shortened(wish.parameter, WISH_LENGTH)
    const acceptLanguage = wish.acceptLanguage && shortened(wish.acceptLanguage, WISH_LENGTH)
    const { cookie, fallback } = wish
    const key = [tenant, view.id, view.generation, parameter, cookie, acceptLanguage, fallback].join('\n')
    let language = this.#wishes.get(key)
    if (language === undefined) {
      const asked = askedLocales({ parameter, cookie, acceptLanguage, fallback })
      const locale = chosenLocale(asked, view.locales)
      language = { asked, locale, tag: languageTag(locale), direction: direction(locale) }
      this.#wishes.set(key, language)
    }
    return language
  }

  /** Dates and durations. */
  times(audience: Audience): Times {
    return timesIn(this.of(audience).tag)
  }

  /** The words of the theme. */
  async words(audience: Audience): Promise<Word> {
    const words = await this.#words(audience)
    const word = (label: string, values: Readonly<Record<string, string>> = {}) =>
      worded(words, label, values)
    return Object.assign(word, { language: this.of(audience).tag })
  }

  /** The text of a label; empty where the theme has none. */
  async text(audience: Audience, label: string): Promise<string> {
    return (await this.#words(audience)).texts.get(label) ?? ''
  }

  /** Labels of the theme that are over a bound. */
  async faults(audience: Audience): Promise<Problem[]> {
    const { faults } = await this.#words(audience)
    return faults.map(({ what, name, file, line }) => ({ what, name, file, line }))
  }

  async #words(audience: Audience): Promise<Words> {
    return await this.#presenter.words(audience, audience.theme.view, this.of(audience).locale)
  }
}
