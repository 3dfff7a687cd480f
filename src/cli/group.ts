import { Command } from 'commander'
import {
  AT_COMMAND_LINE,
  addMembers,
  createGroup,
  groupOf,
  removeGroup,
  removeMember,
  renameGroup,
} from '../governance/governance.ts'
import { type CommonOptions, onTenant, print, withCommonOptions } from './installation.ts'

const ALL = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }

/** `tabard group`: groups of people who get access to applications together. */
export function groupCommand(): Command {
  const group = new Command('group').description(
    'groups of people, for access to applications; each is given by its id or name',
  )
  withCommonOptions(group.command('create <name>'))
    .description('add a group')
    .action(async (name: string, options: CommonOptions) => {
      const made = await onTenant(options.tenant, store => createGroup(store, name, AT_COMMAND_LINE))
      print({ id: made.id, name: made.name }, options)
    })
  withCommonOptions(group.command('list'))
    .description('list groups, with the number of their members')
    .action(async (options: CommonOptions) => {
      const { groups } = await onTenant(options.tenant, store => store.groups.list(ALL))
      print(
        groups.map(({ id, name, members }) => ({ id, name, members })),
        options,
        'There are no groups.',
      )
    })
  withCommonOptions(group.command('show <group>'))
    .description('show a group with its members')
    .action(async (given: string, options: CommonOptions) => {
      const { id, name, members } = await onTenant(options.tenant, async store => {
        const found = await groupOf(store, given)
        return { ...found, ...(await store.groups.members(found.id, ALL)) }
      })
      const people = members.map(({ id: account, userName, since }) => {
        return { id: account, userName, since: new Date(since).toISOString() }
      })
      if (options.json) return print({ id, name, members: people }, options)
      print({ id, name }, options)
      print(people, options, 'The group has no members.')
    })
  withCommonOptions(group.command('add <group> <accounts...>'))
    .description('add people to a group')
    .action(async (given: string, accounts: string[], options: CommonOptions) => {
      const added = await onTenant(options.tenant, async store => {
        const { id, name } = await groupOf(store, given)
        return { id, name, added: await addMembers(store, id, accounts, AT_COMMAND_LINE) }
      })
      print(added, options)
    })
  withCommonOptions(group.command('remove <group> <account>'))
    .description('remove somebody from a group; access that they had through it ends at once')
    .action(async (given: string, account: string, options: CommonOptions) => {
      const left = await onTenant(options.tenant, async store => {
        const { id, name } = await groupOf(store, given)
        await removeMember(store, id, account, AT_COMMAND_LINE)
        return { id, name, removed: account }
      })
      print(left, options)
    })
  withCommonOptions(group.command('rename <group> <name>'))
    .description('rename a group')
    .action(async (given: string, name: string, options: CommonOptions) => {
      const renamed = await onTenant(options.tenant, async store =>
        renameGroup(store, (await groupOf(store, given)).id, name, AT_COMMAND_LINE),
      )
      print({ id: renamed.id, name: renamed.name }, options)
    })
  withCommonOptions(group.command('delete <group>'))
    .description('delete a group; access that its members had through it ends')
    .action(async (given: string, options: CommonOptions) => {
      const gone = await onTenant(options.tenant, async store => {
        const { id, name } = await groupOf(store, given)
        await removeGroup(store, id, AT_COMMAND_LINE)
        return { id, name, deleted: true }
      })
      print(gone, options)
    })
  return group
}
