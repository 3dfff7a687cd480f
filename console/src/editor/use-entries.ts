import { useMemo } from 'react'
import type { Linted } from '../lint/finding.ts'
import type { Catalogue, Finding } from '../preview/calls.ts'
import { isShownIn } from './file-flaws.ts'
import type { Located } from './located.ts'
import type { PageFound } from './preview.tsx'
import { type Entry, entryOf, findingEntry, findingsOf, ordered, unlinted } from './problem-entries.ts'

interface Found {
  readonly linted: Linted | null
  /** Problems that the editor found in the active file. */
  readonly flaws: readonly Finding[]
  readonly page: PageFound
  /** The locations of the linter's findings in the active text. */
  readonly located: readonly Located[]
}

interface Seen {
  readonly catalogue: Catalogue | undefined
  /** The active file. */
  readonly chosen: string | null
  readonly page: string
  readonly locale: string
}

/** The problems of the visible page and file, without duplicates. Findings of the linter take precedence. */
export function useEntries({ linted, flaws, page: found, located }: Found, seen: Seen): readonly Entry[] {
  const { catalogue, chosen, page, locale } = seen
  return useMemo(() => {
    const findings = linted?.report.findings ?? null
    const neverShown = chosen === null || isShownIn(catalogue, chosen) ? [] : [neverShownFile(chosen)]
    const rest = unlinted([...neverShown, ...flaws, ...found.findings], findings)
    const lines = new Map(located.map(({ finding, from }) => [finding, from.line]))
    return ordered(
      [
        ...findingsOf(findings ?? [], { file: chosen, page, locale }).map(finding =>
          findingEntry(finding, lines.get(finding)),
        ),
        ...rest.map(finding => entryOf(finding.what, finding.name, finding)),
        ...found.entries,
      ],
      chosen,
    )
  }, [linted, catalogue, flaws, found, located, locale, chosen, page])
}

function neverShownFile(path: string): Finding {
  return { what: 'never shown', name: path, file: path, line: 1 }
}
