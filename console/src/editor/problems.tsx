import { Anchor, Text, Title } from '@mantine/core'
import type { Finding, Origin, SourceElement } from '../preview/calls.ts'
import classes from './editor.module.css'
import type { PageProblem } from './frame-talk.ts'
import { pathOf, staticFile } from './sources.ts'

interface ProblemsProps {
  /** What is wrong with the templates. */
  readonly findings: readonly Finding[]
  /** What went wrong in the page that is seen. */
  readonly pageProblems: readonly PageProblem[]
  readonly elements: readonly SourceElement[]
  readonly isThere: (path: string) => boolean
  readonly onOpen: (origin: Origin) => void
}

/** What an author should know of the page. */
export function Problems({ findings, pageProblems, elements, isThere, onOpen }: ProblemsProps) {
  const count = findings.length + pageProblems.length
  const originOf = ({ source, line, number }: PageProblem): Origin | undefined => {
    const file = staticFile(source, isThere)
    return file === undefined ? elements[number ?? -1] : { file, line: Math.max(1, line) }
  }
  return (
    <section className={classes.findings} aria-label="Problems of the page">
      <Title order={2} size="h3">
        Problems
      </Title>
      <Text size="sm" c="dimmed" role="status">
        {count === 0 ? 'None in this page.' : `${count} in this page:`}
      </Text>
      <ul>
        {findings.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be the same.
          <li key={index}>
            {finding.what}: <code>{finding.name}</code>, <Where origin={finding} onOpen={onOpen} />
          </li>
        ))}
        {pageProblems.map((problem, index) => {
          const origin = originOf(problem)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be the same.
            <li key={index}>
              {problem.what}: <code>{problem.text}</code>
              {origin !== undefined && (
                <>
                  , <Where origin={origin} onOpen={onOpen} />
                </>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
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
