import { ownLabels } from '../../../src/core/own-labels.ts'

/** A file as the server has it. */
export interface SavedText {
  /** Null where the bytes are no text in UTF-8: saving it would change what nobody touched. */
  readonly text: string | null
  readonly etag: string | null
}

/** A file as it is edited. */
export interface EditedText extends SavedText {
  /** The master's label file, whose labels the text shows below the theme's own; only what differs is saved. */
  readonly master: string | null
}

/** What of an edited text the theme keeps; of a label file that is shown with the master's labels, only its own. */
export function keptText(text: string, { master }: Pick<EditedText, 'master'>): string {
  return master === null ? text : ownLabels(text, master).text
}
