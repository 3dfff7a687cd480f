import type { Command } from 'commander'
import { type AccessMode, wantedMode } from '../core/access.ts'
import {
  AT_COMMAND_LINE,
  changeRules,
  giveAccess,
  holderOf,
  leavesOpen,
  RECENT_DAYS,
  rulesOf,
  takeAccess,
} from '../governance/governance.ts'
import type { TenantStore } from '../store/store.ts'
import { type CommonOptions, onTenant, print, repeated, withCommonOptions } from './installation.ts'
import { applicationId } from './named.ts'
import { typed } from './output.ts'
import { Problem } from './problem.ts'

interface AccessOptions extends CommonOptions {
  readonly mode?: string
  readonly approver?: string[]
  readonly keepRecent?: boolean
}

/** Adds to `tabard app` what says who may use an application. */
export function addAccessCommands(app: Command): void {
  withCommonOptions(app.command('access <application>'))
    .description('show or change who may use an application')
    .option(
      '--mode <open|request|assigned>',
      'everybody; whoever was given access, and others may ask; or only those',
    )
    .option('--approver <account or group>', 'who approves requests; may be given several times', repeated)
    .option('--keep-recent', `whoever signed in within ${RECENT_DAYS} days keeps access`)
    .option('--no-keep-recent', 'they do not')
    .action(async (given: string, options: AccessOptions) => {
      const { mode: wanted, approver: approvers } = options
      const mode = wanted === undefined ? undefined : wantedMode(wanted)
      const shown = await onTenant(options.tenant, async store => {
        const id = await applicationId(store, given)
        const keepRecent = options.keepRecent ?? (await askedToKeep(store, id, mode))
        const changes = mode !== undefined || approvers !== undefined
        const { kept } = changes
          ? await changeRules(store, id, { mode, approvers, keepRecent }, AT_COMMAND_LINE)
          : { kept: 0 }
        const rules = await rulesOf(store, id)
        const access = await store.access.list(id, { limit: Number.MAX_SAFE_INTEGER, offset: 0 })
        return {
          id,
          mode: rules.mode,
          approvers: rules.approvers.map(({ kind, name }) => `${kind}:${name}`),
          ...(keepRecent && { keptRecent: kept }),
          access: access.access.map(({ holder, name, endsAt }) => ({
            [holder.kind]: name,
            until: endsAt === null ? null : new Date(endsAt).toISOString(),
          })),
        }
      })
      if (options.json) return print(shown, options)
      const { access, ...rules } = shown
      print(rules, options)
      if (rules.mode !== 'open') print(access, options, 'Nobody has been given access.')
    })
  withCommonOptions(app.command('grant <application> <holder>'))
    .description('give an account or a group access; write account: or group: in front if both have the name')
    .option(
      '--until <date>',
      'the last day (UTC), such as 2027-01-31, or an instant, such as 2027-01-31T18:00:00Z',
    )
    .action(async (given: string, to: string, options: CommonOptions & { until?: string }) => {
      const granted = await onTenant(options.tenant, async store => {
        const id = await applicationId(store, given)
        const holder = await holderOf(store, to)
        const { endsAt } = await giveAccess(store, id, holder, options.until, AT_COMMAND_LINE)
        const until = endsAt === null ? null : new Date(endsAt).toISOString()
        return { id, [holder.kind]: holder.name, until }
      })
      print(granted, options)
    })
  withCommonOptions(app.command('revoke <application> <holder>'))
    .description('take the access of an account or a group away; tokens that were issued end')
    .action(async (given: string, from: string, options: CommonOptions) => {
      const revoked = await onTenant(options.tenant, async store => {
        const id = await applicationId(store, given)
        const holder = await holderOf(store, from)
        await takeAccess(store, id, holder, AT_COMMAND_LINE)
        return { id, [holder.kind]: holder.name, revoked: true }
      })
      print(revoked, options)
    })
}

/** Asks whether recent users keep access, when an application ceases to be open; fails where nobody can be asked. */
async function askedToKeep(
  store: TenantStore,
  id: string,
  mode: AccessMode | undefined,
): Promise<boolean | undefined> {
  if (!(await leavesOpen(store, id, mode))) return undefined
  if (!process.stdin.isTTY)
    throw new Problem(
      2,
      `Everybody may use this application until now. Add --keep-recent to let those who signed in within ${RECENT_DAYS} days keep access, or --no-keep-recent.`,
    )
  const answer = await typed(
    `Do those who signed in within ${RECENT_DAYS} days keep access? Type yes or no: `,
  )
  if (answer !== 'yes' && answer !== 'no') throw new Problem(2, 'Nothing was changed.')
  return answer === 'yes'
}
