import { Command } from 'commander'
import { REQUEST_STATES, stateAt } from '../core/flows/access-request.ts'
import { Refusal } from '../core/refusal.ts'
import { AccessRequests, AT_COMMAND_LINE, addDeputy, removeDeputy } from '../governance/governance.ts'
import type { AccessRequest, TenantStore } from '../store/store.ts'
import {
  type CommonOptions,
  count,
  onOffice,
  onTenant,
  print,
  printFirst,
  withCommonOptions,
} from './installation.ts'
import { applicationId } from './named.ts'

interface ListOptions extends CommonOptions {
  readonly app?: string
  readonly all?: boolean
  readonly limit?: number
  readonly offset: number
}

/** `tabard request`: requests for access to applications. */
export function requestCommand(): Command {
  const request = new Command('request').description('requests for access to applications')
  withCommonOptions(request.command('list'))
    .description('list requests that wait for a decision, newest first')
    .option('--all', `also those that are ${REQUEST_STATES.slice(2).join(', ')}`)
    .option('--app <application>', 'for one application, by id or name')
    .option('--limit <number>', 'show at most this many (default: 100)', count)
    .option('--offset <number>', 'skip this many', count, 0)
    .action(async (options: ListOptions) => {
      const { app, all, offset } = options
      const list = async (limit: number) =>
        await onTenant(options.tenant, async store => {
          const applications = app === undefined ? undefined : [await applicationId(store, app)]
          const filter = { applications, ...(!all && { open: true }) }
          const { requests } = await store.requests.list(filter, { limit, offset })
          return requests.map(each => summary(each, store.now()))
        })
      await printFirst(
        list,
        100,
        options,
        all ? 'There are no requests.' : 'No request waits for a decision.',
      )
    })
  withCommonOptions(request.command('show <id>'))
    .description('show a request with its history')
    .action(async (id: string, options: CommonOptions) => {
      const { turns, ...rest } = await onTenant(options.tenant, store => whole(store, id))
      if (options.json) return print({ ...rest, turns }, options)
      print(rest, options)
      print(turns, options)
    })
  for (const turn of ['approve', 'reject'] as const) {
    const command = withCommonOptions(request.command(`${turn} <id>`)).description(
      turn === 'approve' ? 'approve a request' : 'reject a request',
    )
    const flags = '--comment <text>'
    const help = 'a comment, which the requester sees'
    if (turn === 'reject') command.requiredOption(flags, help)
    else command.option(flags, help)
    command.action(async (id: string, options: CommonOptions & { comment?: string }) => {
      const decided = await onOffice(options, async office => {
        const requests = new AccessRequests(office)
        await requests.decide(office.tenant, AT_COMMAND_LINE, id, turn, options.comment ?? '')
        const { turns: _, ...rest } = await whole(office.store.tenant(office.tenant.id), id)
        return rest
      })
      print(decided, options)
    })
  }
  return request
}

/** `tabard deputy`: people who decide while approvers and reviewers are away. */
export function deputyCommand(): Command {
  const deputy = new Command('deputy').description(
    'who decides while an approver or reviewer is away; each account is given by its id or username',
  )
  withCommonOptions(deputy.command('list'))
    .description('list current and future deputies')
    .action(async (options: CommonOptions) => {
      const deputies = await onTenant(options.tenant, store => store.deciders.deputies())
      const shown = deputies.map(({ id, accountName, deputyName, fromAt, untilAt }) => {
        return { id, approver: accountName, deputy: deputyName, ...timeOf(fromAt, untilAt) }
      })
      print(shown, options, 'There are no deputies.')
    })
  withCommonOptions(deputy.command('add <approver> <deputy>'))
    .description('let somebody decide on behalf of an approver')
    .option('--from <date>', 'the first day (UTC), such as 2027-01-31, or an instant; now if left out')
    .requiredOption('--until <date>', 'the last day (UTC), or an instant')
    .action(
      async (
        account: string,
        standing: string,
        options: CommonOptions & { from?: string; until: string },
      ) => {
        const { from, until } = options
        const made = await onTenant(options.tenant, store =>
          addDeputy(store, { account, deputy: standing, from, until }, AT_COMMAND_LINE),
        )
        print(
          { id: made.id, approver: account, deputy: standing, ...timeOf(made.fromAt, made.untilAt) },
          options,
        )
      },
    )
  withCommonOptions(deputy.command('remove <id>'))
    .description('remove a deputy')
    .action(async (id: string, options: CommonOptions) => {
      await onTenant(options.tenant, store => removeDeputy(store, id, AT_COMMAND_LINE))
      print({ id, removed: true }, options)
    })
  return deputy
}

function timeOf(fromAt: number, untilAt: number): { from: string; until: string } {
  return { from: new Date(fromAt).toISOString(), until: new Date(untilAt).toISOString() }
}

function summary(request: AccessRequest, now: number) {
  return {
    id: request.id,
    state: stateAt(request, now),
    application: request.applicationName,
    person: request.person.userName,
    requester: request.requester.userName,
    until: request.endsAt === null ? null : new Date(request.endsAt).toISOString(),
    asked: new Date(request.askedAt).toISOString(),
    expires: new Date(request.expiresAt).toISOString(),
    justification: request.justification,
  }
}

async function whole(store: TenantStore, id: string) {
  const request = await store.requests.get(id)
  if (request === undefined) throw new Refusal('request_unknown', { request: id })
  const turns = (await store.requests.turns(id)).map(({ turn, at, by, part, comment }) => {
    return { turn, at: new Date(at).toISOString(), by: by?.userName ?? null, as: part, comment }
  })
  return { ...summary(request, store.now()), turns }
}
