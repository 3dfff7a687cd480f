import { labelsOf } from '../../../src/core/labels.ts'

/** The text of a label in a label file; undefined if it has none. */
export function labelIn(file: string, name: string): string | undefined {
  return labelsOf(file).get(name)?.text
}

/** The file with a new text for a label, or without the label if the text is null. Nothing else changes. */
export function withLabel(file: string, name: string, text: string | null): string {
  const there = labelsOf(file).get(name)
  if (text === null) return file.replace(linesOf(name), '')
  if (there !== undefined)
    return file.slice(0, there.offset) + text + file.slice(there.offset + there.text.length)
  const end = file.includes('\r\n') ? '\r\n' : '\n'
  const before = file === '' || file.endsWith('\n') ? file : file + end
  return `${before}$${name}$=${text}${end}`
}

function linesOf(name: string): RegExp {
  return new RegExp(`^[ \\t]*\\$${name}\\$[ \\t]*=.*(?:\\r?\\n|$)`, 'gm')
}
