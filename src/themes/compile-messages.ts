import type { LabelFile, MadePage, PageSources } from '../core/made-page.ts'
import type { BoundName, FaultPlace, SentPage, SentPart } from '../core/template/template.ts'
import type { Words } from '../core/words.ts'

/** What a thread is asked for, and what it answers. */
export interface Work {
  page: { asked: PageSources; answered: SentMade }
  words: { asked: readonly LabelFile[]; answered: Words }
  /** The texts of labels as they stand in their files. */
  labels: { asked: readonly LabelFile[]; answered: ReadonlyMap<string, string> }
  /** The text of a mail from its markup. */
  plainText: { asked: string; answered: string }
  /** Whether a mail gives a secret of its reader away. */
  leaks: { asked: { html: string; secrets: readonly string[] }; answered: boolean }
  /** A page with the snippets of a container; without those of any for null. */
  snippets: { asked: { html: string; container: string | null }; answered: string }
}

export type WorkKind = keyof Work

/** A made page without functions. */
export interface SentMade extends Pick<MadePage, 'colors'> {
  readonly compiled: SentPage
  readonly subject: readonly SentPart[]
  readonly sender: readonly SentPart[]
}

export type Request = { [K in WorkKind]: { readonly kind: K; readonly asked: Work[K]['asked'] } }[WorkKind]

/** What a thread says. A fault loses its class on the way. */
export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly answered: Work[WorkKind]['answered'] }
  | { readonly kind: 'fault'; readonly bound: BoundName; readonly at: number | FaultPlace }
  | { readonly kind: 'error'; readonly error: Error }
