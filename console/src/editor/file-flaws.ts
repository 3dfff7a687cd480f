import { useEffect, useMemo, useState } from 'react'
import type { Flaw } from '../../../src/core/flaw.ts'
import { labelFlaws } from '../../../src/core/label-flaws.ts'
import { mailFlaws } from '../../../src/core/mail-flaws.ts'
import { isLabelFile, isShownAmong } from '../../../src/core/places.ts'
import { sheetFlaws } from '../../../src/core/sheet-flaws.ts'
import type { Catalogue, Finding } from '../preview/calls.ts'
import { type LabelFile, type Translations, untranslated } from './untranslated.ts'
import type { Vocabulary } from './vocabulary.ts'

interface Known {
  /** Whether the text is loaded and its tab is active. Other files may have changed while it was not. */
  readonly ready: boolean
  readonly vocabulary: Vocabulary | null
  /** Whether the linter reports labels without a translation. */
  readonly linted: boolean
}

/** The flaws of a file that do not depend on the page shown. */
export function useFileFlaws(path: string, text: string, known: Known): readonly Finding[] {
  const { ready, vocabulary, linted } = known
  const isLabels = isLabelFile(path)
  const [labels, setLabels] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!isLabels || vocabulary === null) return
    let gone = false
    void vocabulary.masterLabels(path).then(terms => {
      if (!gone) setLabels(new Set(terms.map(({ name }) => name)))
    })
    return () => {
      gone = true
    }
  }, [path, isLabels, vocabulary])
  const [translations, setTranslations] = useState<Translations | null>(null)
  useEffect(() => {
    if (!isLabels || !ready || vocabulary === null) return
    let gone = false
    void vocabulary.translations(path).then(some => gone || setTranslations(some))
    return () => {
      gone = true
    }
  }, [path, isLabels, ready, vocabulary])
  return useMemo(() => {
    const found = flawsOf(path, text, labels).map(flaw => ({ ...flaw, file: path }))
    if (translations === null) return found
    return [...found, ...untranslated(path, withText(translations, path, text), linted)]
  }, [path, text, labels, translations, linted])
}

function flawsOf(path: string, text: string, known: ReadonlySet<string>): readonly Flaw[] {
  if (isLabelFile(path)) return labelFlaws(text, known)
  if (/\.css$/i.test(path)) return sheetFlaws(text)
  return /\.xml$/i.test(path) ? mailFlaws(text) : []
}

/** The flaws of the edited text of a file. */
function withText(
  { defaults, languages, translatable }: Translations,
  path: string,
  own: string,
): Translations {
  const edited = (file: LabelFile) => (file.path === path ? { ...file, own } : file)
  return { defaults: edited(defaults), languages: languages.map(files => files.map(edited)), translatable }
}

/** Whether a page or mail uses the file at a path. An incomplete path counts as used. */
export function isShownIn(catalogue: Catalogue | undefined, path: string): boolean {
  if (catalogue === undefined) return true
  return isShownAmong(new Set([...catalogue.pages, ...catalogue.mails].flatMap(({ files }) => files)), path)
}
