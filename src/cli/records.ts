import { Command, InvalidArgumentError, Option } from 'commander'
import { AUDIT_EVENT_NAMES, AUDIT_EVENTS } from '../core/audit-events.ts'
import { nearest } from '../core/nearest.ts'
import {
  AUDIT_FORMATS,
  type AuditFormat,
  auditedAccount,
  auditLines,
  auditShown,
  COMMAND_LINE,
  instantOf,
  recordExport,
} from '../identity/identity.ts'
import type { AuditQuery, TenantStore } from '../store/store.ts'
import {
  type CommonOptions,
  count,
  onTenant,
  printFirst,
  printLines,
  withCommonOptions,
} from './installation.ts'
import { applicationId, recordedId } from './named.ts'
import { Problem } from './problem.ts'

interface AuditOptions extends CommonOptions {
  readonly account?: string
  readonly application?: string
  readonly event?: string
  readonly from?: number
  readonly to?: number
  readonly limit?: number
  readonly format?: AuditFormat
}

/** `tabard audit`: sign-ins and changes. */
export function auditCommand(): Command {
  return withCommonOptions(new Command('audit'))
    .description('list sign-ins and changes, newest first')
    .option('--account <id or username>', 'only of this account')
    .option('--application <id or name>', 'only of this application')
    .option('--event <name>', 'only this event; docs/audit.md lists all names, and so does --help')
    .option('--from <time>', 'from this day or time on', instant)
    .option('--to <time>', 'before this day or time', instant)
    .option('--limit <number>', 'show at most this many (default: 100, and all of them with --format)', count)
    .addOption(new Option('--format <format>', 'print entries in this format').choices(AUDIT_FORMATS))
    .addHelpText('after', eventList)
    .action(async (options: AuditOptions) =>
      onTenant(options.tenant, async store => {
        const { account: reference, application: app, event, from, to, format, limit } = options
        if (event !== undefined) await assertEvent(store, event)
        const account = reference === undefined ? undefined : await auditedAccount(store, reference)
        const application = await recordedId(applicationId, store, app)
        const query = { account, application, event, from, to, limit: limit ?? Number.POSITIVE_INFINITY }
        if (format === undefined) return await printTrail(store, query, options)
        await recordExport(store, COMMAND_LINE, query, format)
        await printLines(auditLines(store, query, format))
      }),
    )
}

async function printTrail(store: TenantStore, query: AuditQuery, options: AuditOptions): Promise<void> {
  const list = async (limit: number) => {
    const rows = (await store.audit.list({ ...query, limit })).map(auditShown)
    if (options.json) return rows
    return rows.map(({ at, event, account, userName, application, applicationName, address, details }) => ({
      at,
      event,
      account: userName ?? account,
      application: applicationName ?? application,
      address,
      details: Object.entries(details).map(([name, value]) => `${name}=${value}`),
    }))
  }
  await printFirst(list, 100, options, 'No entry of the audit trail matches.')
}

/** Fails if no event has this name, unless there are entries with it: other versions may have written them. */
async function assertEvent(store: TenantStore, event: string): Promise<void> {
  if (Object.hasOwn(AUDIT_EVENTS, event) || (await store.audit.list({ event, limit: 1 })).length > 0) return
  const meant = nearest(event, AUDIT_EVENT_NAMES)
  const advice =
    meant === undefined ? 'Run "tabard audit --help" to see all events.' : `Did you mean ${meant}?`
  throw new Problem(2, `No event is called ${JSON.stringify(event)}. ${advice}`)
}

function eventList(): string {
  const width = Math.max(...AUDIT_EVENT_NAMES.map(({ length }) => length))
  const lines = AUDIT_EVENT_NAMES.map(name => `  ${name.padEnd(width)}  ${AUDIT_EVENTS[name]}`)
  return `\nEvents:\n${lines.join('\n')}`
}

function instant(text: string): number {
  const at = instantOf(text)
  if (at !== undefined) return at
  throw new InvalidArgumentError('It must be a day such as 2026-01-31, or a time with its zone.')
}
