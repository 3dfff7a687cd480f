import { DEFAULT_LOCALE, isLocaleFolder, localeChain } from '../../core/locale.ts'
import { LABELS_FOLDER } from '../../core/places.ts'
import { shown } from '../lint-shown.ts'
import { print } from '../print.ts'
import { Problem } from '../problem.ts'
import type { Context } from './context.ts'
import { placeOf, ThemeFolder } from './folder.ts'
import { type LabelPlace, labelPlaces, localFiles } from './local-theme.ts'

const PSEUDO = 'en_XA'
const LETTERS = 'aceinosuyzACEINOSUYZ'
const ACCENTED = 'áçéíñöšüýžÅÇÉÎÑØŠÛÝŽ'

/** The labels of the folder, combined with those of the master. */
class Labels {
  readonly all: readonly LabelPlace[]
  readonly names: readonly string[]
  /** The names without those that the master translates into no language, such as that of the product. */
  readonly translatable: readonly string[]
  readonly locales: readonly string[]
  /** By locale and name: the label of the theme, or else of the master. */
  readonly #places = new Map<string, LabelPlace>()

  constructor({ folder }: Context) {
    this.all = labelPlaces(localFiles(new ThemeFolder(folder)))
    for (const place of this.all) {
      const key = `${place.locale}/${place.name}`
      const known = this.#places.get(key)
      if (known === undefined || (known.from !== 'theme' && place.from === 'theme'))
        this.#places.set(key, place)
    }
    const usual = this.all.filter(({ locale }) => locale === DEFAULT_LOCALE)
    this.names = [...new Set(usual.map(({ name }) => name))].sort()
    const ofMaster = this.all.filter(({ from }) => from === 'master')
    const translated = new Set(
      ofMaster.filter(place => place.locale !== DEFAULT_LOCALE).map(({ name }) => name),
    )
    const same = new Set(ofMaster.map(({ name }) => name).filter(name => !translated.has(name)))
    this.translatable = this.names.filter(name => !same.has(name))
    this.locales = [...new Set(this.all.map(({ locale }) => locale))]
      .filter(locale => locale !== DEFAULT_LOCALE)
      .sort()
  }

  /** The text of a label in a locale, or in the locale's language. */
  translation(locale: string, name: string): LabelPlace | undefined {
    for (const folder of localeChain(locale)) {
      const found = this.#places.get(`${folder}/${name}`)
      if (found !== undefined) return found
    }
    return undefined
  }

  usual(name: string): LabelPlace | undefined {
    return this.#places.get(`${DEFAULT_LOCALE}/${name}`)
  }
}

/** `labels coverage`: the share of labels that each language has. */
export function coverage(context: Context): void {
  const labels = new Labels(context)
  print(
    labels.locales.map(locale => {
      const found = labels.translatable.map(name => labels.translation(locale, name))
      const translated = found.filter(place => place !== undefined).length
      return {
        locale,
        translated,
        of: labels.translatable.length,
        own: found.filter(place => place?.from === 'theme').length,
        percent: Math.floor((100 * translated) / Math.max(1, labels.translatable.length)),
      }
    }),
    context.options,
  )
}

/**
 * `labels missing`: labels for which a language falls back to the default language. It also lists labels that fall back
 * to the master's text, although the theme has a default text of its own.
 */
export function missing(locale: string | undefined, context: Context): void {
  const labels = new Labels(context)
  if (locale !== undefined && !labels.locales.includes(locale))
    throw new Problem(2, `There are no labels for ${shown(locale)}. There are: ${labels.locales.join(', ')}.`)
  const rows = (locale === undefined ? labels.locales : [locale]).flatMap(folder =>
    labels.translatable.flatMap(name => {
      const [found, usual] = [labels.translation(folder, name), labels.usual(name)!]
      if (found === undefined) return [{ locale: folder, label: name, shows: 'default', text: usual.value }]
      if (usual.from === 'theme' && found.from === 'master')
        return [{ locale: folder, label: name, shows: 'master', text: found.value }]
      return []
    }),
  )
  if (rows.length > 0) process.exitCode = 1
  print(rows, context.options, 'No label is missing.')
}

/** `labels find`: the labels whose text or name contains a text. */
export function find(text: string, context: Context): void {
  const wanted = text.toLowerCase()
  const found = new Labels(context).all.filter(
    ({ name, value }) => value.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted),
  )
  if (found.length === 0) process.exitCode = 1
  print(
    found.map(({ name, locale, place, line, value }) => ({
      label: name,
      locale,
      file: `${place}:${line}`,
      text: value,
    })),
    context.options,
    'No label has this text.',
  )
}

/**
 * `labels pseudo`: creates a language with long, accented texts. They show what is too narrow or cannot be translated.
 */
export function pseudo(
  locale: string = PSEUDO,
  { force }: { readonly force?: boolean },
  context: Context,
): void {
  if (!isLocaleFolder(locale) || locale === DEFAULT_LOCALE)
    throw new Problem(2, `${shown(locale)} is not a locale such as ${PSEUDO}.`)
  const labels = new Labels(context)
  const folder = new ThemeFolder(context.folder)
  const path = `${LABELS_FOLDER}${locale}/template_labels.properties`
  if (!force && folder.digests().has(path))
    throw new Problem(4, `${shown(placeOf(path))} exists already. Add --force to replace it.`)
  const lines = labels.names.map(name => `$${name}$=${accented(labels.usual(name)!.value)}`)
  folder.write(path, Buffer.from(`${lines.join('\n')}\n`))
  print({ file: placeOf(path), labels: lines.length }, context.options)
}

/** Accents a text, except its macros, labels, tags and entities. */
export function accented(text: string): string {
  const kept = /@[A-Za-z][\w.:-]*@|\$[A-Z][A-Z0-9_.]*\$|\[E?RPT [^\][\s]+\]|<[^>]*>|&[#\w]+;/g
  const parts = text.split(kept)
  const between = text.match(kept) ?? []
  const letters = (part: string) =>
    part.replace(/[a-z]/gi, letter => ACCENTED[LETTERS.indexOf(letter)] ?? letter)
  const longer = '~'.repeat(Math.ceil(text.replace(kept, '').length * 0.3))
  return `[${parts.map((part, index) => `${letters(part)}${between[index] ?? ''}`).join('')}${longer}]`
}
