import { Command, CommanderError } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { commandsFor } from './commands.ts'
import { Problem } from './problem.ts'
import { assertOptions, commandLine } from './words.ts'

/** Runs the command line. Data goes to standard output, everything else to standard error. */
export async function main(argv: string[]): Promise<void> {
  const program = new Command('tabard')
    .description('A branding service for identity pages.')
    .version(manifest.version)
    .exitOverride()
    .showHelpAfterError('(run with --help for usage)')
  const [node = '', script = '', ...given] = argv
  for (const command of await commandsFor(given, manifest.version)) {
    program.addCommand(command.copyInheritedSettings(program))
    for (const inner of command.commands) {
      inner.copyInheritedSettings(program)
      for (const innermost of inner.commands) innermost.copyInheritedSettings(program)
    }
  }
  // The reader of the output or the log may exit at any time, as head does. A service continues without it.
  for (const out of [process.stdout, process.stderr]) {
    out.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') process.exitCode = 1
    })
    out.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') console.error(`The output cannot be written: ${message}.`)
    })
  }
  try {
    const { command, words, rest } = commandLine(given, program)
    assertOptions(command, rest)
    await program.parseAsync([node, script, ...words, ...rest])
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2
      return
    }
    if (error instanceof Problem) {
      console.error(error.message)
      process.exitCode = error.exitCode
      return
    }
    const { explained } = await import('./explained.ts')
    const { text, exitCode } = explained(error)
    console.error(text)
    process.exitCode = exitCode
  }
}
