import { Language, LanguageSupport } from '@codemirror/language'
import { highlightCode } from '@lezer/highlight'
import { type ReactNode, useEffect, useState } from 'react'
import { StyleModule } from 'style-mod'
import { nonce } from '../nonce.ts'
import { colors, LANGUAGES } from './code.ts'

/** Longer texts are not highlighted: nobody reads them here, and each color needs an element. */
const LONGEST = 200_000

/** A text with the same syntax highlighting as in the editor. */
export default function Highlighted({ path, text }: { readonly path: string; readonly text: string }) {
  const [spans, setSpans] = useState<ReactNode>(text)
  useEffect(() => {
    let gone = false
    void colored(path, text).then(
      next => gone || setSpans(next),
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [path, text])
  return <pre>{spans}</pre>
}

async function colored(path: string, text: string): Promise<ReactNode> {
  const load = text.length > LONGEST ? undefined : LANGUAGES.find(([names]) => names.test(path))?.[1]
  const extension = await load?.()
  const language = extension instanceof LanguageSupport ? extension.language : extension
  if (!(language instanceof Language)) return text
  if (colors.module !== null) StyleModule.mount(document, colors.module, { nonce })
  const spans: ReactNode[] = []
  const put = (part: string, classes: string) =>
    spans.push(
      classes === '' ? (
        part
      ) : (
        <span key={spans.length} className={classes}>
          {part}
        </span>
      ),
    )
  highlightCode(text, language.parser.parse(text), colors, put, () => spans.push('\n'))
  return spans
}
