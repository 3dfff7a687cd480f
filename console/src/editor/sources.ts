import type { Origin, SourceElement } from '../preview/calls.ts'

/** A source of an element: its tag, or a label or macro in it. */
export interface Source extends Origin {
  readonly kind: 'tag' | 'label' | 'macro'
  readonly name: string
}

const MOST = 20
const MASTER = 'master:'

/** The sources of an element, without duplicates. */
export function sourcesOf({ tag, file, line, labels, macros }: SourceElement): Source[] {
  const all: Source[] = [
    { kind: 'tag', name: tag, file, line },
    ...labels.map(label => ({ kind: 'label' as const, ...label })),
    ...macros.map(macro => ({ kind: 'macro' as const, ...macro })),
  ]
  const known = new Map(all.map(source => [`${source.kind} ${source.name}`, source]))
  return [...known.values()].slice(0, MOST)
}

/** The notation of a source in a template. */
export function written({ kind, name }: Source): string {
  if (kind === 'tag') return `<${name}>`
  return kind === 'label' ? `$${name}$` : `@${name}@`
}

/** The path of a file, and whether it means the master's file although the theme has its own. */
export function pathOf(file: string): { readonly path: string; readonly masters: boolean } {
  const masters = file.startsWith(MASTER)
  return { path: masters ? file.slice(MASTER.length) : file, masters }
}
