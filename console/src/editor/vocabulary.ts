import { createContext, useMemo, useRef } from 'react'
import { decodedText, labelsOf } from '../../../src/core/labels.ts'
import { DEFAULT_LOCALE, localeChain } from '../../../src/core/locale.ts'
import {
  assetPlaces,
  DEFAULT_LABELS,
  isLabelFile,
  LABELS_FOLDER,
  labelFolder,
  labelPlaces,
} from '../../../src/core/places.ts'
import { getFile } from '../api.ts'
import type { Catalogue, Macro, PageEntry } from '../preview/calls.ts'
import { pastFileAddress } from '../theme/history-calls.ts'
import type { ThemeDetail } from '../theme/theme.tsx'
import { fileAddress, MASTER } from '../themes/calls.ts'
import { isOfPage, pageOf } from './page-of-file.ts'
import { labelTerms, type Term, tokenTerms } from './terms.ts'
import type { LabelFile, Translations } from './untranslated.ts'

/** The names that can be used in a template, a label file or a style sheet of a theme. */
export interface Vocabulary {
  /** The macros of the page that a file belongs to, otherwise of the page shown. */
  readonly macros: (path: string) => readonly Macro[]
  readonly repeats: (path: string) => PageEntry['repeats']
  /** Whether a file belongs to a mail. */
  readonly isMail: (path: string) => boolean
  /** The labels with their texts in the language shown. */
  readonly labels: () => Promise<readonly Term[]>
  /** The master's labels, with their texts in the language of a label file. */
  readonly masterLabels: (path: string) => Promise<readonly Term[]>
  /** The files that show whether a label file leaves something untranslated. */
  readonly translations: (path: string) => Promise<Translations>
  /** The design tokens with their values. */
  readonly tokens: () => Promise<readonly Term[]>
}

export const VocabularyContext = createContext<Vocabulary | null>(null)

interface Known {
  readonly theme: ThemeDetail
  readonly catalogue: Catalogue | undefined
  readonly page: string
  readonly locale: string
  readonly unsaved: Readonly<Record<string, string>>
}

/** The sheets that set design tokens. The theme's sheet overrides the other one. */
const SHEETS = ['theme.css', 'css/base.css']
const [, MASTER_LABELS] = DEFAULT_LABELS
// Each language needs one or two files to load.
const MOST_LANGUAGES = 20

/** The vocabulary of a theme. Its files are loaded on first use. */
export function useVocabulary(given: Known): Vocabulary {
  const latest = useRef(given)
  latest.current = given
  return useMemo(() => {
    const entryFor = (path: string) => {
      const { catalogue, page } = latest.current
      if (catalogue === undefined) return undefined
      const id = pageOf(catalogue, path) ?? page
      return [...catalogue.pages, ...catalogue.mails].find(entry => entry.id === id)
    }
    return {
      macros: path => [...(entryFor(path)?.macros ?? []), ...(latest.current.catalogue?.macros ?? [])],
      repeats: path => entryFor(path)?.repeats ?? [],
      isMail: path => latest.current.catalogue?.mails.some(mail => isOfPage(mail, path)) ?? false,
      labels: async () => {
        const levels = labelPlaces(latest.current.locale)
        return labelTerms((await Promise.all(levels.map(paths => textsAt(latest.current, paths)))).flat())
      },
      masterLabels: async path => {
        const { theme } = latest.current
        const isMasters = theme.files.some(file => file.path === path && file.state !== 'added')
        const files = [...new Set([...(isMasters ? [path] : []), MASTER_LABELS])]
        return labelTerms(await Promise.all(files.map(file => mastersText(theme.id, file))))
      },
      translations: path => translationsOf(latest.current, path),
      tokens: async () => {
        const { theme } = latest.current
        const paths = SHEETS.flatMap(
          name => assetPlaces(name).find(path => theme.files.some(file => file.path === path)) ?? [],
        )
        return tokenTerms((await Promise.all(paths.map(path => textsAt(latest.current, [path])))).flat())
      },
    }
  }, [])
}

/** The texts of files, ordered by precedence: the theme's own, edited or saved, then the master's. */
async function textsAt({ theme, unsaved }: Known, paths: readonly string[]): Promise<string[]> {
  const files = paths.map(path => ({ path, file: theme.files.find(one => one.path === path) }))
  const own = files.map(({ path, file }) => {
    if (unsaved[path] !== undefined) return unsaved[path]
    return file === undefined || file.state === 'master'
      ? ''
      : textOf(fileAddress(theme.id, path), file.digest)
  })
  const masters = files.map(({ path, file }) => {
    if (file === undefined || file.state === 'added') return ''
    return file.state === 'master'
      ? textOf(fileAddress(theme.id, path), file.digest)
      : mastersText(theme.id, path)
  })
  return await Promise.all([...own, ...masters])
}

/** The label file of a language. */
function labelFile(folder: string): string {
  return `${LABELS_FOLDER}${folder}/template_labels.properties`
}

async function translationsOf(known: Known, path: string): Promise<Translations> {
  const { files, id } = known.theme
  const defaults = DEFAULT_LABELS.find(one => files.some(file => file.path === one)) ?? MASTER_LABELS
  const isDefault = labelFolder(path) === DEFAULT_LOCALE
  const own = files.filter(file => file.state !== 'master' && isLabelFile(file.path))
  const wanted = isDefault ? (path === defaults ? own.map(file => file.path) : []) : [path]
  const chains = wanted
    .map(one => localeChain(labelFolder(one)).map(labelFile))
    .filter(chain => chain.length > 0)
  const some = files.find(({ path: one, state }) => state === 'master' && one.startsWith(LABELS_FOLDER))
  const [languages, { own: text }, master, translated] = await Promise.all([
    Promise.all(
      chains.slice(0, MOST_LANGUAGES).map(chain => Promise.all(chain.map(one => pairOf(known, one)))),
    ),
    pairOf(known, defaults),
    mastersText(id, MASTER_LABELS),
    some === undefined ? '' : mastersText(id, some.path),
  ])
  return {
    defaults: { path: defaults, own: text, master },
    languages,
    translatable: new Set(labelsOf(translated).keys()),
  }
}

/** A label file with unsaved changes, and the master's file with the same path. */
async function pairOf({ theme, unsaved }: Known, path: string): Promise<LabelFile> {
  const file = theme.files.find(one => one.path === path)
  const isOwn = file !== undefined && file.state !== 'master'
  const [own, master] = await Promise.all([
    unsaved[path] ?? (isOwn ? textOf(fileAddress(theme.id, path), file.digest) : ''),
    file === undefined || file.state === 'added' ? '' : mastersText(theme.id, path),
  ])
  return { path, own, master }
}

async function mastersText(themeId: string, path: string): Promise<string> {
  return await textOf(pastFileAddress(themeId, MASTER, path), '')
}

const texts = new Map<string, Promise<string>>()
const MOST_TEXTS = 40

/** A text that is used only for suggestions; empty if it cannot be read. */
function textOf(address: string, digest: string): Promise<string> {
  const key = `${address} ${digest}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const read = getFile(address).then(
    async ({ blob }) => decodedText(new Uint8Array(await blob.arrayBuffer())),
    () => '',
  )
  if (texts.size >= MOST_TEXTS) texts.clear()
  texts.set(key, read)
  return read
}
