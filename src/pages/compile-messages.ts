import type { LabelFile, Links, MadePage, PageSources, SourceFile } from '../core/made-page.ts'
import type { SheetAddress } from '../core/sheet-addresses.ts'
import type { BoundName, FaultPlace, SentPage, SentPart, SentSlot } from '../core/template/template.ts'
import type { Words } from '../core/words.ts'

/** The label files of a language before a change and after it. */
export interface LabelChange {
  readonly was: readonly LabelFile[]
  readonly is: readonly LabelFile[]
}

/** What a thread is asked for, and what it answers. */
export interface Work {
  page: { asked: PageSources; answered: SentMade }
  /** What the files of a page name that has to be at hand when it is made. */
  links: { asked: readonly SourceFile[]; answered: Links }
  words: { asked: readonly LabelFile[]; answered: Words }
  /** The labels that change in a language, other than in the default one. */
  changedLabels: { asked: LabelChange & { readonly shared?: LabelChange }; answered: readonly string[] }
  /** The labels that a file names. */
  labelNames: { asked: SourceFile; answered: readonly string[] }
  /** The text of a mail from its markup. */
  plainText: { asked: string; answered: string }
  /** Whether a mail gives a secret of its reader away. */
  leaks: { asked: { html: string; secrets: readonly string[] }; answered: boolean }
  /** The addresses of a style sheet that may mean a file of its theme; undefined where there are too many. */
  addresses: { asked: string; answered: readonly SheetAddress[] | undefined }
  /** A page with the snippets of a container; without those of any for null. */
  snippets: { asked: { html: string; container: string | null }; answered: string }
}

export type WorkKind = keyof Work

/** A made page without functions. */
export interface SentMade extends Omit<MadePage, 'compiled' | 'subject' | 'sender'> {
  readonly compiled: SentPage<MadePage['compiled']>
  readonly subject: readonly SentPart[]
  readonly sender: readonly SentPart[]
  readonly slots: readonly SentSlot[]
  /** The processor time that it took. */
  readonly seconds: number
}

export type Request = { [K in WorkKind]: { readonly kind: K; readonly asked: Work[K]['asked'] } }[WorkKind]

/** What a thread says. A fault loses its class on the way. */
export type Answer<Answered = Work[WorkKind]['answered']> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly answered: Answered }
  | { readonly kind: 'fault'; readonly bound: BoundName; readonly at: number | FaultPlace }
  | { readonly kind: 'error'; readonly error: Error }
