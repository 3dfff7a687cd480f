import { shown } from '../lint-shown.ts'
import { Problem } from '../problem.ts'
import type { RemoteOptions } from './options.ts'

/** Whether somebody is there to answer. */
export function canAsk({ input, json }: Pick<RemoteOptions, 'input' | 'json'>): boolean {
  return input && json !== true && process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** Lets a person confirm what cannot be undone by typing a word; fails where nobody can be asked. */
export async function confirm(
  options: Pick<RemoteOptions, 'input' | 'json'>,
  { what, word, flag }: { readonly what: string; readonly word: string; readonly flag: string },
): Promise<void> {
  if (!canAsk(options)) throw new Problem(2, `${what} Add ${flag} to confirm it.`)
  const { typed } = await import('../output.ts')
  const answer = await typed(`${what} Type ${shown(word)} to confirm: `)
  if (answer !== word) throw new Problem(2, 'Nothing was changed.')
}

/** A secret, typed without being shown, or the first line of standard input where that is no terminal. */
export async function secretFrom(
  question: string,
  options: Pick<RemoteOptions, 'input' | 'json'>,
): Promise<string> {
  const { text } = await import('node:stream/consumers')
  if (process.stdin.isTTY !== true) return (await text(process.stdin)).split('\n', 1)[0]!.trim()
  if (!canAsk(options)) return ''
  const { createInterface } = await import('node:readline/promises')
  const { Writable } = await import('node:stream')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  // From here on the terminal does not show what is typed. The question comes after, for people who type at once.
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  process.stderr.write(question)
  try {
    return (await terminal.question('')).trim()
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
