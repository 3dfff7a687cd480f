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
  readonly approvers: boolean
  readonly keepRecent?: boolean
  readonly requestsForOthers?: boolean
}

/** Adds the subcommands for access to `tabard app`. */
export function addAccessCommands(app: Command): void {
  withCommonOptions(app.command('access <application>'))
    .description('show or change who may use an application')
    .option(
      '--mode <open|request|assigned>',
      'open: everybody; request: people with access, and others may request it; assigned: only people with access',
    )
    .option('--approver <account or group>', 'who approves requests; may be given several times', repeated)
    .option('--no-approvers', 'remove all approvers; administrators decide about requests')
    .option('--requests-for-others', 'let people request access for others')
    .option('--no-requests-for-others', 'let people request access only for themselves')
    .option(
      '--keep-recent',
      `when you restrict an open application, people who signed in within ${RECENT_DAYS} days keep access`,
    )
    .option('--no-keep-recent', 'when you restrict an open application, these people lose access')
    .action(async (given: string, options: AccessOptions) => {
      const { mode: wanted, approver, requestsForOthers } = options
      if (approver !== undefined && !options.approvers)
        throw new Problem(2, 'Give either --approver or --no-approvers.')
      const approvers = options.approvers ? approver : []
      const mode = wanted === undefined ? undefined : wantedMode(wanted)
      const shown = await onTenant(options.tenant, async store => {
        const id = await applicationId(store, given)
        const keepRecent = options.keepRecent ?? (await askedToKeep(store, id, mode))
        const changes = [mode, approvers, requestsForOthers].some(each => each !== undefined)
        const { kept } = changes
          ? await changeRules(store, id, { mode, approvers, keepRecent, requestsForOthers }, AT_COMMAND_LINE)
          : { kept: 0 }
        const rules = await rulesOf(store, id)
        const access = await store.access.list(id, { limit: Number.MAX_SAFE_INTEGER, offset: 0 })
        return {
          id,
          mode: rules.mode,
          approvers: rules.approvers.map(({ kind, name }) => `${kind}:${name}`),
          requestsForOthers: rules.requestsForOthers,
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
      if (rules.mode !== 'open') print(access, options, 'Nobody was given access.')
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
    .description('revoke the access of an account or a group, and its tokens')
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

/** Asks whether recent users keep access when an application is restricted; fails without a terminal. */
async function askedToKeep(
  store: TenantStore,
  id: string,
  mode: AccessMode | undefined,
): Promise<boolean | undefined> {
  if (!(await leavesOpen(store, id, mode))) return undefined
  if (!process.stdin.isTTY)
    throw new Problem(
      2,
      `So far, everybody may use this application. Add --keep-recent if people who signed in within ${RECENT_DAYS} days keep access, or --no-keep-recent.`,
    )
  const answer = await typed(
    `Should people who signed in within ${RECENT_DAYS} days keep access? Type yes or no: `,
  )
  if (answer !== 'yes' && answer !== 'no') throw new Problem(2, 'Nothing was changed.')
  return answer === 'yes'
}
