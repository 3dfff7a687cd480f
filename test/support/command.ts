import assert from 'node:assert/strict'
import { type TestDatabase, usually } from './database.ts'
import { type Ended, tabard, tabardAlone } from './process.ts'

/**
 * The databases that commands on accounts, applications and access are tried on. They do what calls do, which run on
 * both databases (test/console, test/journeys, test/contract), and test/process/command-line.test.ts runs commands on
 * both.
 */
export const COMMAND_ENGINES = usually('SQLite')

/** What a command was, and what it said. */
export interface Spoken extends Ended {
  readonly words: readonly string[]
}

/** The command line on a database, and everything that it has said so far. */
export class CommandLine {
  readonly #environment: Record<string, string>
  readonly #tabard: typeof tabard
  readonly spoken: Spoken[] = []

  constructor(
    { environment }: Pick<TestDatabase, 'environment'>,
    more: Record<string, string> = {},
    processes: 'shared' | 'own' = 'shared',
  ) {
    this.#environment = { ...environment, ...more }
    this.#tabard = processes === 'own' ? tabardAlone : tabard
  }

  async run(words: readonly string[], input?: string): Promise<Ended> {
    const ended = await this.#tabard(words, this.#environment, input)
    this.spoken.push({ words, ...ended })
    return ended
  }

  /** What a command prints that succeeds. */
  async printed(words: readonly string[], input?: string): Promise<string> {
    const { code, stdout, stderr } = await this.run(words, input)
    assert.equal(stderr, '')
    assert.equal(code, 0)
    return stdout
  }

  /** Runs a command with --json. */
  async json<T = Record<string, string>>(words: readonly string[], input?: string): Promise<T> {
    return JSON.parse(await this.printed([...words, '--json'], input))
  }

  /** Expects a command to say no. */
  async refused(words: readonly string[], exitCode: number, expected: RegExp, input?: string): Promise<void> {
    assertRefused(await this.run(words, input), exitCode, expected)
  }
}

/** A command that says no: nothing on standard output, a sentence on standard error, and a code for scripts. */
export function assertRefused({ code, stdout, stderr }: Ended, exitCode: number, expected: RegExp): void {
  assert.equal(stdout, '')
  assert.match(stderr, expected)
  assert.doesNotMatch(stderr, /^ +at /m, 'there is no stack')
  assert.equal(code, exitCode)
}

/** A refusal in one sentence. */
export const ONE_SENTENCE = /^[A-Z][^\n]+\.\n$/
