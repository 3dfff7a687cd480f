import { Command, CommanderError } from 'commander'
import { VERSION } from '../installation.ts'
import { accountCommand, adminCommand } from './account.ts'
import { analyticsCommand } from './analytics.ts'
import { appCommand } from './app.ts'
import { backupCommand } from './backup.ts'
import { clientCommand } from './client.ts'
import { databaseCommand } from './database.ts'
import { doctorCommand } from './doctor.ts'
import { healthCommand } from './health.ts'
import { keysCommand } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { outboxCommand } from './outbox.ts'
import { auditCommand } from './records.ts'
import { restoreCommand } from './restore.ts'
import { serveCommand } from './serve.ts'
import { tenantCommand } from './tenant.ts'
import { themeCommand } from './theme.ts'
import { assertOptions, commandLine } from './words.ts'

/** Runs the command line. Data goes to standard output, everything else to standard error. */
export async function main(argv: string[]): Promise<void> {
  const program = new Command('tabard')
    .description('A branding service for identity pages.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(run it with --help to see how it is used)')
  const commands = [
    serveCommand(),
    themeCommand(),
    appCommand(),
    accountCommand(),
    adminCommand(),
    clientCommand(),
    tenantCommand(),
    outboxCommand(),
    auditCommand(),
    analyticsCommand(),
    keysCommand(),
    backupCommand(),
    restoreCommand(),
    migrateCommand(),
    databaseCommand(),
    doctorCommand(),
    healthCommand(),
  ]
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
    const [node = '', script = '', ...given] = argv
    const { command, words, rest } = commandLine(given, program)
    assertOptions(command, rest)
    await program.parseAsync([node, script, ...words, ...rest])
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2
      return
    }
    const { explained } = await import('./explained.ts')
    const { text, exitCode } = explained(error)
    console.error(text)
    process.exitCode = exitCode
  }
}
