import type { Command } from 'commander'
import { accountCommand, adminCommand } from './account.ts'
import { analyticsCommand } from './analytics.ts'
import { appCommand } from './app.ts'
import { backupCommand } from './backup.ts'
import { clientCommand } from './client.ts'
import { databaseCommand } from './database.ts'
import { doctorCommand } from './doctor.ts'
import { groupCommand } from './group.ts'
import { healthCommand } from './health.ts'
import { keysCommand } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { outboxCommand } from './outbox.ts'
import { auditCommand } from './records.ts'
import { restoreCommand } from './restore.ts'
import { serveCommand } from './serve.ts'
import { tenantCommand } from './tenant.ts'
import { themeCommand } from './theme.ts'

/** The commands on a service or its database. */
export function serviceCommands(): Command[] {
  return [
    serveCommand(),
    themeCommand(),
    appCommand(),
    groupCommand(),
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
}
