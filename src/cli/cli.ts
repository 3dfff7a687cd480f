import { Command, CommanderError } from 'commander'
import { VERSION } from '../installation.ts'
import { accountCommand, adminCommand } from './account.ts'
import { analyticsCommand } from './analytics.ts'
import { appCommand } from './app.ts'
import { backupCommand } from './backup.ts'
import { clientCommand } from './client.ts'
import { doctorCommand } from './doctor.ts'
import { keysCommand } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { outboxCommand } from './outbox.ts'
import { auditCommand } from './records.ts'
import { restoreCommand } from './restore.ts'
import { serveCommand } from './serve.ts'
import { tenantCommand } from './tenant.ts'

/** Runs the command line. Data goes to standard output, everything else to standard error. */
export async function main(argv: string[]): Promise<void> {
  const program = new Command('tabard')
    .description('A branding service for identity pages.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(--help shows what there is)')
  const commands = [
    serveCommand(),
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
    doctorCommand(),
  ]
  for (const command of commands) {
    program.addCommand(command.copyInheritedSettings(program))
    for (const inner of command.commands) inner.copyInheritedSettings(program)
  }
  try {
    await program.parseAsync(argv)
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
