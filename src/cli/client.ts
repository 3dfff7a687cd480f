import { Command, InvalidArgumentError } from 'commander'
import { ENTITLEMENTS, type Entitlement } from '../core/entitlement.ts'
import {
  createClient,
  entitleClient,
  removeClient,
  rotateClient,
  updateClient,
} from '../identity/identity.ts'
import type { KnownClient, TenantStore } from '../store/store.ts'
import { type CommonOptions, onTenant, print, withCommonOptions } from './installation.ts'
import { clientId } from './named.ts'

const CHOICES = ENTITLEMENTS.join('|')

/** `tabard client`: API clients, their secrets and what they may do. */
export function clientCommand(): Command {
  const client = new Command('client').description(
    'API clients and what they may do; each is given by its id or name',
  )
  withCommonOptions(client.command('create'))
    .description('add an API client; its secret is shown only once')
    .requiredOption('--name <name>', 'what people call it')
    .requiredOption(`--entitlement <${CHOICES}>`, 'what it may do', entitlement)
    .option(
      '--answers-204',
      'answer a replaced package with 204 instead of 201, for tools that accept only that',
    )
    .action(
      async (options: CommonOptions & { name: string; entitlement: Entitlement[]; answers204?: boolean }) => {
        const { name, entitlement: entitlements } = options
        const replaceStatus = options.answers204 ? 204 : 201
        const credentials = await onTenant(
          options.tenant,
          store => createClient(store, { name, entitlements, replaceStatus }),
          'may make a database',
        )
        print({ ...credentials, name, entitlements, replaceStatus }, options)
      },
    )
  withCommonOptions(client.command('update <client>'))
    .description('rename an API client, or change how a replaced package is answered')
    .option('--name <name>', 'what people call it')
    .option('--answers <201|204>', 'status of the answer to a replaced package', answers)
    .action(async (given: string, options: CommonOptions & { name?: string; answers?: 201 | 204 }) => {
      const { name, answers } = options
      const changed = await onTenant(options.tenant, async store => {
        const id = await clientId(store, given)
        const change = {
          ...(name !== undefined && { name }),
          ...(answers !== undefined && { replaceStatus: answers }),
        }
        await updateClient(store, id, change)
        return (await store.clients.list()).find(client => client.id === id)!
      })
      print(shown(changed), options)
    })
  withCommonOptions(client.command('list'))
    .description('all API clients')
    .action(async (options: CommonOptions) => {
      const clients = await onTenant(options.tenant, store => store.clients.list())
      print(clients.map(shown), options, 'There are no API clients.')
    })
  withCommonOptions(client.command('rotate <client>'))
    .description('give an API client a new secret; the old one and its tokens end at once')
    .action(async (given: string, options: CommonOptions) => {
      const rotated = async (store: TenantStore) => await rotateClient(store, await clientId(store, given))
      print(await onTenant(options.tenant, rotated), options)
    })
  withCommonOptions(client.command('entitle <client>'))
    .description('set what an API client may do, from its next call on')
    .requiredOption(`--entitlement <${CHOICES}|none>`, 'none takes everything away', entitlement)
    .action(async (given: string, options: CommonOptions & { entitlement: Entitlement[] }) => {
      const id = await onTenant(options.tenant, async store => {
        const found = await clientId(store, given)
        await entitleClient(store, found, options.entitlement)
        return found
      })
      print({ clientId: id, entitlements: options.entitlement }, options)
    })
  withCommonOptions(client.command('remove <client>'))
    .description('remove an API client; its tokens end at once')
    .action(async (given: string, options: CommonOptions) => {
      const id = await onTenant(options.tenant, async store => {
        const found = await clientId(store, given)
        await removeClient(store, found)
        return found
      })
      print({ clientId: id, removed: true }, options)
    })
  return client
}

function shown({ id, name, entitlements, replaceStatus, lastUsedAt }: KnownClient) {
  const lastUsed = lastUsedAt === null ? null : new Date(lastUsedAt).toISOString()
  return { clientId: id, name, entitlements, replaceStatus, lastUsed }
}

function answers(value: string): 201 | 204 {
  if (value === '201') return 201
  if (value === '204') return 204
  throw new InvalidArgumentError('It has to be 201 or 204.')
}

function entitlement(value: string, before: Entitlement[] = []): Entitlement[] {
  if (value === 'none') return []
  const found = ENTITLEMENTS.find(candidate => candidate === value)
  if (found === undefined) throw new InvalidArgumentError(`It has to be one of ${ENTITLEMENTS.join(', ')}.`)
  return before.includes(found) ? before : [...before, found]
}
