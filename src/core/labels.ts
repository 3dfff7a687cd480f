import { counter } from './template/bounds.ts'

/** The text of a label, and where it stands in its file. */
export interface Label {
  readonly text: string
  readonly offset: number
}

const NAME = /^\$[A-Z][A-Z0-9_]*\$$/

/** The labels of a file: lines `$NAME$=text`, of which the last one counts. Everything else is passed over. */
export function labelsOf(text: string): Map<string, Label> {
  const labels = new Map<string, Label>()
  for (const { 0: line, index: start } of text.matchAll(/[^\r\n]+/g)) {
    const equals = line.indexOf('=')
    const key = line.slice(0, Math.max(0, equals)).trim()
    if (NAME.test(key)) {
      const value = line.slice(equals + 1)
      const offset = start + equals + 1 + (value.length - value.trimStart().length)
      labels.set(key.slice(1, -1), { text: value.trim(), offset })
    }
  }
  return labels
}

/** Throws where the files that serve a language have too many labels, or labels that are too long together. */
export function checkLabels(
  chain: readonly { readonly file: string; readonly labels: ReadonlyMap<string, Label> }[],
): void {
  const [count, length] = [counter('labels'), counter('labelTexts')]
  for (const { file, labels } of chain) {
    for (const [name, { text, offset }] of labels) {
      count(1, { file, offset })
      length(name.length + text.length, { file, offset })
    }
  }
}

/** A file's text: UTF-8, UTF-16 where a mark says so, else the Western encoding that old editors write. */
export function decodedText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
