import type { Word } from '../word.ts'

/** A message for a person: its label, and values for the label's macros. */
export interface Message {
  readonly label: string
  readonly values?: Readonly<Record<string, string>>
}

/**
 * The id that `@MESSAGE@` begins with on the page after a link was sent. Pages made for IBM Security Verify cut off its
 * ten characters.
 */
export const FORGOT_SENT_ID = 'TABRD0901I'

/** The problems of form fields, in the language of a page. */
export function inWords(
  problems: Readonly<Partial<Record<string, Message>>>,
  word: Word,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, message]) =>
      message === undefined ? [] : [[field, word(message.label, message.values)]],
    ),
  )
}

/** How long to wait, in words. */
export function waiting(milliseconds: number): Message {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds <= 90
    ? { label: 'SIGNIN_WAIT', values: { SECONDS: String(seconds) } }
    : { label: 'SIGNIN_WAIT_MINUTES', values: { MINUTES: String(Math.ceil(seconds / 60)) } }
}

/** The beginning of the title of a page with errors. */
export function errorPrefix(word: Word): string {
  const prefix = word('TITLE_ERROR')
  return prefix.endsWith('：') ? prefix : `${prefix} `
}
