import { Anchor, Text, Title } from '@mantine/core'
import type { Finding, Origin, SourceElement } from '../preview/calls.ts'
import classes from './editor.module.css'
import type { PageProblem } from './frame-talk.ts'
import { pathOf } from './sources.ts'
import { staticFile } from './static-file.ts'

interface ProblemsProps {
  /** What is wrong with the templates. */
  readonly findings: readonly Finding[]
  /** What went wrong in the page that is seen. */
  readonly pageProblems: readonly PageProblem[]
  readonly elements: readonly SourceElement[]
  readonly isThere: (path: string) => boolean
  readonly onOpen: (origin: Origin) => void
}

/** What a finding means, in words for designers. */
const WORDS: Readonly<Record<string, string>> = {
  'missing part': 'This page cannot work without',
  'missing value': 'This mail is of no use without',
  'missing label': 'No language has the label',
  'unknown macro': 'Unknown macro, shown as it is written',
  'unknown label': 'Unknown label',
  'not a label': 'Not a label: write $NAME$=text',
  'duplicate label': 'Set twice, the last line counts',
  'master text shown': 'Not translated, the master’s text is shown',
  'default text shown': 'Not translated, the default language is shown',
  untranslated: 'Not translated',
  'missing in a language': 'Not translated into',
  'never shown': 'No page, mail or address leads to',
  'script error': 'Script error',
  'policy violation': 'Blocked by the security policy',
  'over a bound': 'Too large or too slow',
  'include cycle': 'Includes itself',
  'uneven repeat': 'Repeat without its end',
  'broad policy': 'The page may load from anywhere',
}

interface Entry {
  readonly what: string
  readonly text: string
  readonly origin: Origin | undefined
}

/** What an author should know of the page, and of the file in front. */
export function Problems({ findings, pageProblems, elements, isThere, onOpen }: ProblemsProps) {
  const originOf = ({ source, line, number, below }: PageProblem): Origin | undefined => {
    const file = staticFile(source, isThere)
    if (file !== undefined) return { file, line: Math.max(1, line) }
    const element = elements[number ?? -1]
    return element && { file: element.file, line: element.line + below }
  }
  const entries = distinct([
    ...findings.map(finding => ({ what: finding.what, text: finding.name, origin: finding })),
    ...pageProblems.map(problem => ({ what: problem.what, text: problem.text, origin: originOf(problem) })),
  ])
  return (
    <section className={classes.findings} aria-label="Problems of the page">
      <Title order={2} size="h3">
        Problems
      </Title>
      <Text size="sm" c="dimmed" role="status">
        {entries.length === 0 ? 'None in this page and file.' : `${entries.length} in this page and file:`}
      </Text>
      <ul>
        {entries.map(({ what, text, origin }) => (
          <li key={keyOf({ what, text, origin })}>
            {WORDS[what] ?? `${what.charAt(0).toUpperCase()}${what.slice(1)}`}: <code>{text}</code>
            {origin !== undefined && (
              <>
                , <Where origin={origin} onOpen={onOpen} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function keyOf({ what, text, origin }: Entry): string {
  return [what, text, origin?.file, origin?.line].join('\n')
}

/** Each problem once: a page may be told of one again for each state or each time that a script runs. */
function distinct(entries: readonly Entry[]): Entry[] {
  const first = new Map<string, Entry>()
  for (const entry of entries) if (!first.has(keyOf(entry))) first.set(keyOf(entry), entry)
  return [...first.values()]
}

interface WhereProps {
  readonly origin: Origin
  readonly onOpen: (origin: Origin) => void
}

function Where({ origin, onOpen }: WhereProps) {
  return (
    <Anchor component="button" type="button" size="sm" ta="start" onClick={() => onOpen(origin)}>
      {pathOf(origin.file).path}, line {origin.line}
    </Anchor>
  )
}
