import { useEffect, useMemo, useState } from 'react'
import type { Flaw } from '../../../src/core/flaw.ts'
import { labelFlaws } from '../../../src/core/label-flaws.ts'
import { mailFlaws } from '../../../src/core/mail-flaws.ts'
import { isLabelFile, isShownAmong } from '../../../src/core/places.ts'
import { sheetFlaws } from '../../../src/core/sheet-flaws.ts'
import type { Catalogue } from '../preview/calls.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What is wrong in a file itself, whatever page is shown. */
export function useFileFlaws(path: string, text: string, vocabulary: Vocabulary | null): readonly Flaw[] {
  const isLabels = isLabelFile(path)
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!isLabels || vocabulary === null) return
    let gone = false
    void vocabulary.masterLabels(path).then(terms => {
      if (!gone) setKnown(new Set(terms.map(({ name }) => name)))
    })
    return () => {
      gone = true
    }
  }, [path, isLabels, vocabulary])
  return useMemo(() => {
    if (isLabels) return labelFlaws(text, known)
    if (/\.css$/i.test(path)) return sheetFlaws(text)
    return /\.xml$/i.test(path) ? mailFlaws(text) : []
  }, [path, text, isLabels, known])
}

/** Whether something shows the file of a path; a path that is not whole yet is taken for one that does. */
export function isShownIn(catalogue: Catalogue | undefined, path: string): boolean {
  if (catalogue === undefined) return true
  return isShownAmong(new Set([...catalogue.pages, ...catalogue.mails].flatMap(({ files }) => files)), path)
}
