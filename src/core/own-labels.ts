import { labelKey } from './labels.ts'
import { lineEnd } from './lines.ts'

/** The line above the master's labels in a file that is edited as a whole. */
export const MASTERS_LINE =
  '# The labels of the master follow. Only lines that you change are saved in this theme.'

const LINE = /\r\n|\r|\n/

/** A theme's label file, followed by the master's lines that it does not change. */
export function withMasters(own: string, master: string): string {
  if (own === '' || own === master) return master
  const set = new Set(own.split(LINE).map(line => labelKey(line)?.key))
  const rest = master
    .split(LINE)
    .filter(line => labelKey(line) === undefined || !set.has(labelKey(line)!.key))
  if (rest.every(line => labelKey(line) === undefined)) return own
  return [own.replace(/[\r\n]+$/, ''), '', MASTERS_LINE, ...rest].join(lineEnd(own))
}

/** The part of a label file that is the theme's own. */
export interface OwnLabels {
  readonly text: string
  /** For each line of the text, the line number in the whole file. */
  readonly lines: readonly number[]
}

/**
 * What a theme must store of a label file: labels that differ from the master's, and comments that the master does not
 * have.
 */
export function ownLabels(text: string, master: string): OwnLabels {
  const masters = new Map(labelLines(master).map(({ key, value }) => [key, value]))
  const own = new Set(labelLines(text).flatMap(({ key, value }) => (masters.get(key) === value ? [] : key)))
  const comments = new Set([MASTERS_LINE, ...master.split(LINE).map(line => line.trim())])
  const lines = text.split(LINE)
  const kept: number[] = []
  for (const [index, line] of lines.entries()) {
    const key = labelKey(line)?.key
    const isAfterOwn = kept.at(-1) === index - 1 && lines[index + 1] !== MASTERS_LINE
    if (key !== undefined ? own.has(key) : line.trim() === '' ? isAfterOwn : !comments.has(line.trim()))
      kept.push(index)
  }
  while (kept.length > 0 && lines[kept.at(-1)!]!.trim() === '') kept.pop()
  const end = lineEnd(text)
  return { text: kept.map(index => lines[index]! + end).join(''), lines: kept.map(index => index + 1) }
}

function labelLines(text: string): { key: string; value: string }[] {
  return text.split(LINE).flatMap(line => {
    const key = labelKey(line)?.key
    return key === undefined ? [] : { key, value: line.slice(line.indexOf('=') + 1).trim() }
  })
}

/** The line of a label in a file. If several lines set it, the last one counts. */
export function lineOfLabel(text: string, name: string): number | undefined {
  const index = text.split(LINE).findLastIndex(line => labelKey(line)?.name === name)
  return index === -1 ? undefined : index + 1
}
