import { decodedText, labelKey } from '../../core/labels.ts'
import { type LinePair, lineDiff } from '../../core/line-diff.ts'
import { shown } from '../lint-shown.ts'

const AROUND = 3

/** How many lines a change adds and removes; zero for files that are not text. */
export function counted(before: Buffer, after: Buffer): { readonly added: number; readonly removed: number } {
  if (isBinary(before) || isBinary(after)) return { added: 0, removed: 0 }
  const pairs = lineDiff(decodedText(before), decodedText(after)).filter(isChanged)
  return {
    added: pairs.filter(({ right }) => right !== null).length,
    removed: pairs.filter(({ left }) => left !== null).length,
  }
}

/** The lines of a difference, in the format of `diff -u` and Git. Text of a theme is escaped for the terminal. */
export function unified(name: string, before: Buffer | undefined, after: Buffer | undefined): string[] {
  const head = [
    `--- ${before === undefined ? '/dev/null' : `a/${shown(name)}`}`,
    `+++ ${after === undefined ? '/dev/null' : `b/${shown(name)}`}`,
  ]
  const [left, right] = [before ?? Buffer.alloc(0), after ?? Buffer.alloc(0)]
  if (isBinary(left) || isBinary(right)) return [...head, 'Binary files differ']
  const lines = hunks(lineDiff(decodedText(left), decodedText(right)))
  if (lines.length === 0 && before !== undefined && after !== undefined)
    return [...head, 'Only the encoding or the line endings differ']
  return [...head, ...lines.flatMap(hunk => [headOf(hunk), ...bodyOf(hunk)])]
}

/** The keys whose texts differ in two label files, with the lines of both. */
export function byKey(name: string, before: Buffer | undefined, after: Buffer | undefined): string[] {
  const [was, is] = [linesByKey(before), linesByKey(after)]
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter(key => was.get(key) !== is.get(key))
  const side = (sign: string, line: string | undefined) =>
    line === undefined ? [] : [`${sign}${lineOf(line)}`]
  return [
    `--- a/${shown(name)}`,
    `+++ b/${shown(name)}`,
    ...keys.flatMap(key => [`@@ ${shown(key)} @@`, ...side('-', was.get(key)), ...side('+', is.get(key))]),
  ]
}

/** A line of a theme for the terminal. Tabs are harmless, and stay as they are. */
function lineOf(text: string): string {
  return text.split('\t').map(shown).join('\t')
}

function linesByKey(bytes: Buffer | undefined): Map<string, string> {
  const lines = bytes === undefined ? [] : decodedText(bytes).split(/\r?\n/)
  return new Map(
    lines.flatMap(line => {
      const key = labelKey(line)?.key
      return key === undefined ? [] : [[key, line] as const]
    }),
  )
}

/** UTF-16 has zeros too, after its byte order mark. */
function isBinary(bytes: Buffer): boolean {
  const isUtf16 = bytes.length > 1 && [0xfffe, 0xfeff].includes(bytes.readUInt16BE())
  return !isUtf16 && bytes.subarray(0, 8000).includes(0)
}

function isChanged({ kind }: LinePair): boolean {
  return kind === 'changed'
}

/** Groups nearby changes, with the lines around them. */
function hunks(pairs: readonly LinePair[]): LinePair[][] {
  const found: LinePair[][] = []
  let end = -1
  for (const [index, pair] of pairs.entries()) {
    if (!isChanged(pair)) continue
    const start = Math.max(index - AROUND, end)
    const next = Math.min(pairs.length, index + AROUND + 1)
    if (found.length > 0 && start <= end) found.at(-1)!.push(...pairs.slice(end, next))
    else found.push(pairs.slice(Math.max(0, start), next))
    end = next
  }
  return found
}

function headOf(hunk: readonly LinePair[]): string {
  const side = (lines: readonly (LinePair['left'] | LinePair['right'])[]) => {
    const own = lines.filter(line => line !== null)
    return `${own[0]?.number ?? 0},${own.length}`
  }
  return `@@ -${side(hunk.map(({ left }) => left))} +${side(hunk.map(({ right }) => right))} @@`
}

/** In a run of changed lines, removed lines come before added ones. */
function bodyOf(hunk: readonly LinePair[]): string[] {
  const lines: string[] = []
  let coming: string[] = []
  for (const { kind, left, right } of hunk) {
    if (kind === 'same') {
      for (const line of coming) lines.push(line)
      lines.push(` ${lineOf(left!.text)}`)
      coming = []
      continue
    }
    if (left !== null) lines.push(`-${lineOf(left.text)}`)
    if (right !== null) coming.push(`+${lineOf(right.text)}`)
  }
  return [...lines, ...coming]
}
