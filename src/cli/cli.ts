import { Command, CommanderError } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { lintCommand } from './lint.ts'
import { Problem } from './problem.ts'
import { assertOptions, commandLine } from './words.ts'

/** Runs the command line. Data goes to standard output, everything else to standard error. */
export async function main(argv: string[]): Promise<void> {
  const program = new Command('tabard')
    .description('A branding service for identity pages.')
    .version(manifest.version)
    .exitOverride()
    .showHelpAfterError('(run it with --help to see how it is used)')
  const [node = '', script = '', ...given] = argv
  const commands = [lintCommand(manifest.version), ...(await commandsOfService(given))]
  for (const command of commands) {
    program.addCommand(command.copyInheritedSettings(program))
    for (const inner of command.commands) inner.copyInheritedSettings(program)
  }
  // Whoever reads the output or the log may go away at any time, as head does: a service goes on without them.
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

/** The commands that need a database or a service. The linter starts in a fraction of the time without them. */
async function commandsOfService(given: readonly string[]): Promise<Command[]> {
  if (given.find(word => !word.startsWith('-')) === 'lint') return []
  const { serviceCommands } = await import('./service-commands.ts')
  return serviceCommands()
}
