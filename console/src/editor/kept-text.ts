import { ownLabels } from '../../../src/core/own-labels.ts'

/** A file as stored on the server. */
export interface SavedText {
  /** Null if the bytes are not valid UTF-8, because saving would then change parts that nobody edited. */
  readonly text: string | null
  readonly etag: string | null
}

/** A file that is being edited. */
export interface EditedText extends SavedText {
  /** The master's label file. Its labels are shown below the theme's own, but only differing ones are saved. */
  readonly master: string | null
}

/**
 * The part of an edited text that the theme stores. For a label file that is shown with the master's labels, only its
 * own.
 */
export function keptText(text: string, { master }: Pick<EditedText, 'master'>): string {
  return master === null ? text : ownLabels(text, master).text
}
