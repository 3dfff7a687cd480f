import { Command, InvalidArgumentError } from 'commander'
import { ENTITLEMENTS, type Entitlement, type ThemeLimit } from '../core/entitlement.ts'
import {
  createClient,
  entitleClient,
  removeClient,
  rotateClient,
  updateClient,
} from '../identity/identity.ts'
import type { KnownClient, TenantStore } from '../store/store.ts'
import { type CommonOptions, onTenant, print, withCommonOptions } from './installation.ts'
import { clientId, themeId } from './named.ts'
import { Problem } from './problem.ts'

const CHOICES = ENTITLEMENTS.join('|')

interface Limit {
  readonly theme?: readonly string[]
}

interface Update {
  readonly name?: string
  readonly answers?: 201 | 204
  readonly allThemes?: boolean
}

/** `tabard client`: API clients, their secrets and what they may do. */
export function clientCommand(): Command {
  const client = new Command('client').description(
    'API clients and what they may do; each is given by its id or name',
  )
  withCommonOptions(client.command('create'))
    .description('add an API client; its secret is shown only once')
    .requiredOption('--name <name>', 'its name in lists and the audit trail')
    .requiredOption(`--entitlement <${CHOICES}>`, 'what it may do', entitlement)
    .option(
      '--answers-204',
      'answer a replaced package with 204 instead of 201, for tools that accept only that',
    )
    .option('--theme <theme...>', 'limit it to these themes; it cannot create, rename or reset any')
    .action(
      async (
        options: CommonOptions & Limit & { name: string; entitlement: Entitlement[]; answers204?: boolean },
      ) => {
        const { name, entitlement: entitlements } = options
        const replaceStatus = options.answers204 ? 204 : 201
        const made = await onTenant(
          options.tenant,
          async store => {
            const themes = await limitOf(store, options)
            const credentials = await createClient(store, { name, entitlements, replaceStatus, themes })
            return { ...credentials, name, entitlements, themes, replaceStatus }
          },
          'may make a database',
        )
        print(made, options)
      },
    )
  withCommonOptions(client.command('update <client>'))
    .description(
      'change an API client: its name, its themes, or the status that it gets for a replaced package',
    )
    .option('--name <name>', 'its name in lists and the audit trail')
    .option('--answers <201|204>', 'the status that it gets for a replaced package', answers)
    .option('--theme <theme...>', 'limit it to these themes')
    .option('--all-themes', 'remove the limit to some themes')
    .action(async (given: string, options: CommonOptions & Limit & Update) => {
      const { name, answers, allThemes = false } = options
      if (allThemes && options.theme !== undefined)
        throw new Problem(2, 'Give either --theme or --all-themes.')
      const changed = await onTenant(options.tenant, async store => {
        const id = await clientId(store, given)
        const change = {
          ...(name !== undefined && { name }),
          ...(answers !== undefined && { replaceStatus: answers }),
          ...((allThemes || options.theme !== undefined) && { themes: await limitOf(store, options) }),
        }
        await updateClient(store, id, change)
        return (await store.clients.list()).find(client => client.id === id)!
      })
      print(shown(changed), options)
    })
  withCommonOptions(client.command('list'))
    .description('list API clients')
    .action(async (options: CommonOptions) => {
      const clients = await onTenant(options.tenant, store => store.clients.list())
      print(clients.map(shown), options, 'There are no API clients.')
    })
  withCommonOptions(client.command('rotate <client>'))
    .description('replace the secret of an API client; the old one and its tokens expire at once')
    .action(async (given: string, options: CommonOptions) => {
      const rotated = async (store: TenantStore) => await rotateClient(store, await clientId(store, given))
      print(await onTenant(options.tenant, rotated), options)
    })
  withCommonOptions(client.command('entitle <client>'))
    .description('set what an API client may do, from its next request on')
    .requiredOption(
      `--entitlement <${CHOICES}|none>`,
      'what it may do; none removes all entitlements',
      entitlement,
    )
    .action(async (given: string, options: CommonOptions & { entitlement: Entitlement[] }) => {
      const id = await onTenant(options.tenant, async store => {
        const found = await clientId(store, given)
        await entitleClient(store, found, options.entitlement)
        return found
      })
      print({ clientId: id, entitlements: options.entitlement }, options)
    })
  withCommonOptions(client.command('remove <client>'))
    .description('remove an API client; its tokens expire at once')
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

/** The ids of the themes that a client is limited to. */
async function limitOf(store: TenantStore, { theme }: Limit): Promise<ThemeLimit> {
  if (theme === undefined) return null
  const ids: string[] = []
  for (const given of theme) ids.push(await themeId(store, given))
  return [...new Set(ids)]
}

function shown({ id, name, entitlements, themes, replaceStatus, lastUsedAt }: KnownClient) {
  const lastUsed = lastUsedAt === null ? null : new Date(lastUsedAt).toISOString()
  return { clientId: id, name, entitlements, themes, replaceStatus, lastUsed }
}

function answers(value: string): 201 | 204 {
  if (value === '201') return 201
  if (value === '204') return 204
  throw new InvalidArgumentError('It must be 201 or 204.')
}

function entitlement(value: string, before: Entitlement[] = []): Entitlement[] {
  if (value === 'none') return []
  const found = ENTITLEMENTS.find(candidate => candidate === value)
  if (found === undefined) throw new InvalidArgumentError(`It must be one of ${ENTITLEMENTS.join(', ')}.`)
  return before.includes(found) ? before : [...before, found]
}
