import { MEASURED_PAGE } from './analytics/events.ts'
import { entryOf, isMail, macroKind } from './catalogue/catalogue.ts'
import type { Label } from './labels.ts'
import { mailSource } from './mail.ts'
import { staticName } from './static.ts'
import { type Compiled, compile, compilePlain, type LabelText, type SourceText } from './template/template.ts'
import { type BrandColors, brandColors } from './tokens.ts'

/** A file of labels; two with one digest are the same. */
export interface LabelFile {
  readonly file: string
  readonly digest: string
  readonly text: string
}

/** Every text that a page or a mail is made from. */
export interface PageSources {
  /** Id of the page or mail. */
  readonly entry: string
  readonly body: SourceText
  /** The subject of a mail that stands in a file of its own. */
  readonly subject: SourceText | undefined
  readonly header: SourceText | undefined
  readonly footer: SourceText | undefined
  /** The closest first. */
  readonly labels: readonly LabelFile[]
  /** Style sheets that the page links, by the name of their static address. */
  readonly styles: ReadonlyMap<string, string>
  /** The sheet that the brand's colors are in; empty where nobody asks for them. */
  readonly colors: string
  readonly generation: string
  readonly numbered: boolean
}

/** A page or the body of a mail, ready to be joined with values. */
export interface MadePage {
  readonly compiled: Compiled
  /** Of a mail. */
  readonly subject: Pick<Compiled, 'parts'>
  readonly sender: Pick<Compiled, 'parts'>
  readonly colors: BrandColors
}

/** The page that its texts make. */
export function madePage(
  sources: PageSources,
  labelsOf: (file: LabelFile) => ReadonlyMap<string, Label>,
): MadePage {
  const { body, subject, header, footer, styles, generation, numbered } = sources
  const entry = entryOf(sources.entry)
  if (entry === undefined) throw new Error(`there is no page ${sources.entry}`)
  const label = (name: string): LabelText | undefined => {
    for (const source of sources.labels) {
      const text = labelsOf(source).get(name)
      if (text !== undefined) return { file: source.file, ...text }
    }
    return undefined
  }
  const macro = (name: string) => macroKind(entry, name)
  const mail = isMail(entry) ? mailSource(body.text) : undefined
  const { text, offset } = mail?.message ?? { text: body.text, offset: 0 }
  const line = (from: string) => compilePlain({ page: { file: body.file, text: from }, label, macro })
  return {
    compiled: compile(
      {
        page: { file: body.file, text, offset },
        snippet: name => (isMail(entry) ? undefined : name === 'PAGE_HEADER' ? header : footer),
        label,
        macro,
        styleSheet: address => styles.get(staticName(address) ?? ''),
      },
      {
        ...(!isMail(entry) && { generation }),
        numbered,
        measured: entry.id === MEASURED_PAGE,
        policed: !isMail(entry),
      },
    ),
    subject: line(mail?.subject.text ?? subject?.text.trim() ?? ''),
    sender: line(mail?.sender.text ?? ''),
    colors: brandColors(sources.colors),
  }
}
