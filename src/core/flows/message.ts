import type { Word } from '../word.ts'

/** Something to tell a person: the label that says it, and values for its macros. */
export interface Message {
  readonly label: string
  readonly values?: Readonly<Record<string, string>>
}

/**
 * The id that `@MESSAGE@` begins with on the page after a link was sent. Pages made for IBM Security Verify cut off its
 * ten characters.
 */
export const FORGOT_SENT_ID = 'TABRD0901I'

/** What is wrong with the fields of a form, in the language of a page. */
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

/** What the title of a page begins with that says what is wrong. */
export function errorPrefix(word: Word): string {
  const prefix = word('TITLE_ERROR')
  return prefix.endsWith('：') ? prefix : `${prefix} `
}
