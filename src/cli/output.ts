import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { isFileError, Problem } from './problem.ts'

/** Writes the output file that an option names. It asks before replacing a file, and fails if nobody can be asked. */
export async function writeOutput(
  file: string,
  text: string | AsyncIterable<string>,
  force: boolean,
): Promise<void> {
  if (!force && existsSync(file)) await assertWanted(file)
  try {
    await writeFile(file, text)
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new Problem(1, `The file ${file} cannot be written: ${error.message}.`, { cause: error })
  }
}

async function assertWanted(file: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Problem(4, `The file ${file} exists already. Name another file, or add --force to replace it.`)
  const answer = await typed(`The file ${file} exists already. Type yes to replace it: `)
  if (answer !== 'yes') throw new Problem(4, `The file ${file} was not changed.`)
}

/** Asks a question on the terminal and returns the reply. */
export async function typed(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  return (await terminal.question(question).finally(() => terminal.close())).trim()
}
