import type { Command } from 'commander'

/** Every command by its name, in the order of the help. A module is loaded only if the command line may need it. */
const COMMANDS: Readonly<Record<string, (version: string) => Promise<Command>>> = {
  lint: async version => (await import('./lint.ts')).lintCommand(version),
  theme: async () => (await import('./theme/theme.ts')).themeCommand(),
  serve: async () => (await import('./serve.ts')).serveCommand(),
  app: async () => (await import('./app.ts')).appCommand(),
  source: async () => (await import('./source.ts')).sourceCommand(),
  group: async () => (await import('./group.ts')).groupCommand(),
  request: async () => (await import('./request.ts')).requestCommand(),
  deputy: async () => (await import('./request.ts')).deputyCommand(),
  campaign: async () => (await import('./campaign.ts')).campaignCommand(),
  flow: async () => (await import('./flow.ts')).flowCommand(),
  attribute: async () => (await import('./flow.ts')).attributeCommand(),
  account: async () => (await import('./account.ts')).accountCommand(),
  admin: async () => (await import('./account.ts')).adminCommand(),
  client: async () => (await import('./client.ts')).clientCommand(),
  tenant: async () => (await import('./tenant.ts')).tenantCommand(),
  outbox: async () => (await import('./outbox.ts')).outboxCommand(),
  audit: async () => (await import('./records.ts')).auditCommand(),
  analytics: async () => (await import('./analytics.ts')).analyticsCommand(),
  keys: async () => (await import('./keys.ts')).keysCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  database: async () => (await import('./database.ts')).databaseCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  health: async () => (await import('./health.ts')).healthCommand(),
}

/** The commands that a command line may need: the one that its first word names, otherwise all. */
export async function commandsFor(given: readonly string[], version: string): Promise<Command[]> {
  const first = given.find(word => !word.startsWith('-')) ?? ''
  if (Object.hasOwn(COMMANDS, first)) return [await COMMANDS[first]!(version)]
  const all = await Promise.all(Object.values(COMMANDS).map(command => command(version)))
  const { completionCommand } = await import('./completion.ts')
  return [...all, completionCommand(all)]
}
