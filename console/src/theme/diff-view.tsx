import { Text, UnstyledButton } from '@mantine/core'
import { Fragment, useMemo, useState } from 'react'
import { changedSpan, type Line, type LinePair, lineDiff } from '../../../src/core/line-diff.ts'
import classes from './diff-view.module.css'

interface DiffViewProps {
  readonly left: string
  readonly right: string
  readonly leftName: string
  readonly rightName: string
}

const CONTEXT = 3

interface Part {
  readonly pairs: readonly LinePair[]
  readonly folded: boolean
}

/** Two texts side by side. Equal parts far from any difference are folded. */
export function DiffView({ left, right, leftName, rightName }: DiffViewProps) {
  const parts = useMemo(() => folded(lineDiff(left, right)), [left, right])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  if (parts.every(({ pairs }) => pairs.every(({ kind }) => kind === 'same'))) {
    return (
      <Text p="md" c="dimmed" size="sm">
        The lines are the same; only line endings or the end of the file differ.
      </Text>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label="Differences in the file">
      <table className={classes.diff}>
        <colgroup>
          <col className={classes.numbers} />
          <col />
          <col className={classes.numbers} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th colSpan={2} scope="colgroup">
              {leftName}
            </th>
            <th colSpan={2} scope="colgroup">
              {rightName}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part, index) =>
            part.folded && !opened.has(index) ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts do not move.
              <tr key={index} className={classes.fold}>
                <td colSpan={4}>
                  <UnstyledButton onClick={() => setOpened(new Set([...opened, index]))}>
                    Show {part.pairs.length} unchanged lines
                  </UnstyledButton>
                </td>
              </tr>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts do not move.
              <Fragment key={index}>
                {part.pairs.map(pair => (
                  <tr key={`${pair.left?.number} ${pair.right?.number}`}>
                    <Side line={pair.left} other={pair.right} sign="−" kind={pair.kind} />
                    <Side line={pair.right} other={pair.left} sign="+" kind={pair.kind} />
                  </tr>
                ))}
              </Fragment>
            ),
          )}
        </tbody>
      </table>
    </section>
  )
}

interface SideProps {
  readonly line: Line | null
  readonly other: Line | null
  readonly sign: '−' | '+'
  readonly kind: LinePair['kind']
}

function Side({ line, other, sign, kind }: SideProps) {
  if (line === null) return <td colSpan={2} className={classes.none} />
  const side = kind === 'same' ? undefined : sign === '+' ? 'added' : 'removed'
  return (
    <>
      <td className={classes.number} data-side={side}>
        {line.number}
      </td>
      <td className={classes.line} data-side={side}>
        <span className={classes.sign}>{kind === 'same' ? ' ' : sign}</span>
        {kind === 'changed' && other !== null ? <Marked text={line.text} other={other.text} /> : line.text}
      </td>
    </>
  )
}

function Marked({ text, other }: { readonly text: string; readonly other: string }) {
  const [start, end] = changedSpan(text, other)
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  )
}

function folded(pairs: readonly LinePair[]): Part[] {
  const near = new Set<number>()
  pairs.forEach(({ kind }, index) => {
    if (kind === 'same') return
    for (let at = index - CONTEXT; at <= index + CONTEXT; at++) near.add(at)
  })
  const parts: { pairs: LinePair[]; folded: boolean }[] = []
  pairs.forEach((pair, index) => {
    const far = !near.has(index)
    if (parts.at(-1)?.folded !== far) parts.push({ pairs: [], folded: far })
    parts.at(-1)!.pairs.push(pair)
  })
  // Folding two lines or fewer would save no space.
  return parts.map(part => ({ ...part, folded: part.folded && part.pairs.length > 2 }))
}
