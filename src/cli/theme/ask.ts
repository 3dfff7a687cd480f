import { shown } from '../lint-shown.ts'
import { Problem } from '../problem.ts'
import type { RemoteOptions } from './options.ts'

/** Whether there is a terminal at which somebody can answer. */
export function canAsk({ input, json }: Pick<RemoteOptions, 'input' | 'json'>): boolean {
  return input && json !== true && process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** Asks a person to type a word to confirm an action that cannot be undone. Fails if nobody can be asked. */
export async function confirm(
  options: Pick<RemoteOptions, 'input' | 'json'>,
  { what, word, flag }: { readonly what: string; readonly word: string; readonly flag: string },
): Promise<void> {
  if (!canAsk(options)) throw new Problem(2, `${what} Add ${flag} to confirm it.`)
  const { typed } = await import('../output.ts')
  const answer = await typed(`${what} Type ${shown(word)} to confirm: `)
  if (answer !== word) throw new Problem(2, 'Nothing was changed.')
}

/** Reads a secret without showing it, or the first line of standard input if that is not a terminal. */
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
  // From here on, the terminal hides what is typed. The prompt comes afterwards, because some people type at once.
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  process.stderr.write(question)
  try {
    return (await terminal.question('')).trim()
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
