import { createContext, useMemo, useRef } from 'react'
import { getFile } from '../api.ts'
import type { Catalogue, Macro, PageEntry } from '../preview/calls.ts'
import { pastFileAddress } from '../theme/history-calls.ts'
import type { ThemeDetail } from '../theme/theme.tsx'
import { fileAddress, MASTER } from '../themes/calls.ts'
import { isOfPage, pageOf } from './page-of-file.ts'

/** A name with what it stands for. */
export interface Term {
  readonly name: string
  readonly text: string
}

/** What can be written in a template, a label file or a style sheet of a theme. */
export interface Vocabulary {
  /** The macros of the page that a file makes, or else of the page that is shown. */
  readonly macros: (path: string) => readonly Macro[]
  readonly repeats: (path: string) => PageEntry['repeats']
  /** Whether a file makes a mail. */
  readonly isMail: (path: string) => boolean
  /** The labels with their texts in the language that is shown. */
  readonly labels: () => Promise<readonly Term[]>
  /** The labels that the master has, with its texts in the language of a label file. */
  readonly masterLabels: (path: string) => Promise<readonly Term[]>
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

const DEFAULT_LABELS = 'common/default/template_labels.properties'
const SHEETS = ['common/static/css/base.css', 'common/page_style.css']
const LABEL = /^[ \t]*\$([A-Z][A-Z0-9_]*)(?:\.[a-z]+)?\$[ \t]*=[ \t]*(.*?)[ \t\r]*$/gm
const TOKEN = /(--[\w-]+)\s*:\s*([^;{}]+)/g

/** The vocabulary of a theme; its files are read when they are first asked for. */
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
        const paths = labelFiles(latest.current.locale)
        const levels = await Promise.all(paths.map(path => levelsOf(latest.current, path)))
        return terms(levels.flat(), LABEL)
      },
      masterLabels: async path => {
        const { theme } = latest.current
        const isMasters = theme.files.some(file => file.path === path && file.state !== 'added')
        const files = [...new Set([...(isMasters ? [path] : []), DEFAULT_LABELS])]
        return terms(await Promise.all(files.map(file => mastersText(theme.id, file))), LABEL)
      },
      tokens: async () => {
        const levels = await Promise.all(SHEETS.map(path => levelsOf(latest.current, path)))
        return terms(levels.flat(), TOKEN)
      },
    }
  }, [])
}

/** Where the labels of a language stand, the closest first. */
function labelFiles(locale: string): string[] {
  const parts = locale === 'default' ? [] : locale.split('_')
  const folders = parts.map((_, index) => parts.slice(0, parts.length - index).join('_'))
  const named = [...folders, 'default'].map(folder => `common/labels/${folder}/template_labels.properties`)
  return [...named, DEFAULT_LABELS]
}

/** The texts of a file: as it is being edited or was saved, then the master's where that is another one. */
async function levelsOf({ theme, unsaved }: Known, path: string): Promise<string[]> {
  const file = theme.files.find(one => one.path === path)
  const own = unsaved[path] ?? (file && (await textOf(fileAddress(theme.id, path), file.digest)))
  const below = file?.state === 'customized' ? await mastersText(theme.id, path) : ''
  return [own ?? '', below]
}

async function mastersText(themeId: string, path: string): Promise<string> {
  return await textOf(pastFileAddress(themeId, MASTER, path), '')
}

const texts = new Map<string, Promise<string>>()
const MOST_TEXTS = 40

/** A text for its words only: where it cannot be read, there are none. */
function textOf(address: string, digest: string): Promise<string> {
  const key = `${address} ${digest}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const read = getFile(address).then(
    async ({ blob }) => await blob.text(),
    () => '',
  )
  if (texts.size >= MOST_TEXTS) texts.clear()
  texts.set(key, read)
  return read
}

/** The names in texts with what they stand for; the first text that has one counts. */
function terms(some: readonly string[], pattern: RegExp): Term[] {
  const found = new Map<string, string>()
  for (const text of some) {
    for (const [, name = '', value = ''] of text.matchAll(pattern))
      if (!found.has(name)) found.set(name, value.trim())
  }
  return Array.from(found, ([name, text]) => ({ name, text }))
}
