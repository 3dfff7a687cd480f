import type { Command } from 'commander'
import { nearest } from '../core/nearest.ts'

interface Line {
  /** The command that the line names. */
  readonly command: Command
  /** The words that name it. */
  readonly words: readonly string[]
  /** Its options and arguments. */
  readonly rest: readonly string[]
}

/** Splits a line. It takes `--json` at any place: one before or between the words of the command is moved behind them. */
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

/** Ends with an error if the command lacks an option of the line. The parser would name required options that are missing first. */
export function assertOptions(command: Command, line: readonly string[]): void {
  if (command.commands.length > 0 || line.some(word => word === '--help' || word === '-h')) return
  const optionOf = (flag: string) =>
    command.options.find(({ short, long }) => flag === short || flag === long)
  for (let at = 0; at < line.length && line[at] !== '--'; at++) {
    const word = line[at]!
    const flag = word.split('=', 1)[0]!
    const option = optionOf(flag)
    if (option === undefined && flag.startsWith('--')) unknownOption(command, flag)
    // What follows is the value of the option, even if it looks like another one.
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
