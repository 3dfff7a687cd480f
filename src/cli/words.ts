import type { Command } from 'commander'
import { nearest } from '../core/nearest.ts'

interface Line {
  /** The command that the command line names. */
  readonly command: Command
  /** The words that name it. */
  readonly words: readonly string[]
  /** Its options and arguments. */
  readonly rest: readonly string[]
}

/**
 * Splits a command line. It accepts `--json` anywhere, and moves one before or between the command's words behind them.
 */
export function commandLine(given: readonly string[], program: Command): Line {
  const rest = [...given]
  const words: string[] = []
  const moved: string[] = []
  let command = program
  while (rest.length > 0) {
    const word = rest[0]!
    const inner = command.commands.find(candidate => candidate.name() === word)
    if (inner === undefined && word !== '--json' && word !== '-j') break
    rest.shift()
    if (inner === undefined) moved.push(word)
    else {
      words.push(word)
      command = inner
    }
  }
  return { command, words, rest: [...moved.slice(0, 1), ...rest] }
}

/**
 * Fails if the command does not have an option of the line. The parser alone would complain about missing required
 * options first.
 */
export function assertOptions(command: Command, line: readonly string[]): void {
  if (command.commands.length > 0 || line.some(word => word === '--help' || word === '-h')) return
  const optionOf = (flag: string) =>
    command.options.find(({ short, long }) => flag === short || flag === long)
  for (let at = 0; at < line.length && line[at] !== '--'; at++) {
    const word = line[at]!
    const flag = word.split('=', 1)[0]!
    const option = optionOf(flag)
    if (option === undefined && flag.startsWith('--')) unknownOption(command, flag)
    // The next word is the option's value, even if it looks like another option.
    if (option?.required && flag === word) at++
  }
}

function unknownOption(command: Command, flag: string): never {
  const meant = nearest(
    flag,
    command.options.flatMap(({ long }) => long ?? []),
  )
  const advice = meant === undefined ? '' : `\n(Did you mean ${meant}?)`
  command.error(`error: unknown option '${flag}'${advice}`, { code: 'commander.unknownOption' })
}
