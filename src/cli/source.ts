import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { PRESET_NAMES, type PresetName } from '../core/federation/presets.ts'
import type { ClaimMapping, SourceAuthentication } from '../core/federation/source-settings.ts'
import {
  accountOf,
  createSource,
  foundSource,
  linkAccount,
  removeSource,
  type SourceWish,
  sourceAddress,
  unlinkAccount,
  updateSource,
} from '../identity/identity.ts'
import type { IdentitySource, TenantStore } from '../store/store.ts'
import { type CommonOptions, onOffice, onTenant, print, repeated, withCommonOptions } from './installation.ts'
import { Problem } from './problem.ts'

interface SourceOptions extends CommonOptions {
  readonly preset?: string
  readonly name?: string
  readonly nameIn?: string[]
  readonly issuer?: string
  readonly clientId?: string
  readonly secretFile?: string
  readonly authentication?: string
  readonly keyId?: string
  readonly teamId?: string
  readonly scope?: string[]
  readonly claim?: string[]
  readonly allow?: string[]
  readonly trust?: string[]
  readonly route?: string[]
  readonly create?: boolean
  readonly link?: boolean
  readonly signOut?: boolean
  readonly factorAmr?: string[]
  readonly factorAcr?: string[]
  readonly enabled?: boolean
}

/** `tabard source`: identity sources, where people can sign in with accounts of other services. */
export function sourceCommand(): Command {
  const source = new Command('source').description(
    'identity sources such as Google or another OpenID provider; each is given by its id or name',
  )
  withSettings(source.command('create'))
    .description('add an identity source')
    .requiredOption(`--preset <${PRESET_NAMES.join('|')}>`, 'what kind of source it is')
    .requiredOption('--client-id <id>', 'the client id of the service at the source')
    .action(async (options: SourceOptions) => {
      const wish = wishOf(options)
      print(await shownFor(options, store => createSource(store, wish)), options)
    })
  withSettings(source.command('update <source>'))
    .description('change an identity source; lists that you give replace the existing ones')
    .option('--client-id <id>', 'the client id of the service at the source')
    .action(async (given: string, options: SourceOptions) => {
      const wish = wishOf(options)
      print(await shownFor(options, store => updateSource(store, given, wish)), options)
    })
  withCommonOptions(source.command('list'))
    .description('list identity sources')
    .action(async (options: CommonOptions) => {
      const all = await onTenant(options.tenant, store => store.identitySources.list())
      const rows = all.map(({ id, name, preset, issuer, enabled }) => ({ id, name, preset, issuer, enabled }))
      print(rows, options, 'There are no identity sources.')
    })
  withCommonOptions(source.command('show <source>'))
    .description('show an identity source with all its settings')
    .action(async (given: string, options: CommonOptions) => {
      print(await shownFor(options, store => foundSource(store, given)), options)
    })
  withCommonOptions(source.command('remove <source>'))
    .description(
      'remove an identity source with its links; all sessions and tokens of linked accounts end; accounts stay',
    )
    .action(async (given: string, options: CommonOptions) => {
      await onTenant(options.tenant, store => removeSource(store, given))
      print({ source: given, removed: true }, options)
    })
  withCommonOptions(source.command('link <source> <account> <subject>'))
    .description(
      'link an account with a person at an identity source; <subject> is the id of the person at the source',
    )
    .action(async (given: string, account: string, subject: string, options: CommonOptions) => {
      await onTenant(options.tenant, store => linkAccount(store, { source: given, account, subject }))
      print({ source: given, account, subject, linked: true }, options)
    })
  withCommonOptions(source.command('unlink <source> <account> <subject>'))
    .description('remove a link; all sessions and tokens of the account end')
    .action(async (given: string, account: string, subject: string, options: CommonOptions) => {
      await onTenant(options.tenant, store => unlinkAccount(store, { source: given, account, subject }))
      print({ source: given, account, subject, linked: false }, options)
    })
  withCommonOptions(source.command('links <account>'))
    .description('list the links of an account')
    .action(async (account: string, options: CommonOptions) => {
      const links = await onTenant(options.tenant, async store => {
        const { id } = await accountOf(store, account)
        return await store.identitySources.linksOf(id)
      })
      const rows = links.map(({ createdAt, usedAt, account: _, ...link }) => ({
        ...link,
        createdAt: new Date(createdAt).toISOString(),
        usedAt: usedAt === null ? '' : new Date(usedAt).toISOString(),
      }))
      print(rows, options, 'The account has no links.')
    })
  return source
}

function withSettings(command: Command): Command {
  return withCommonOptions(command)
    .option('--name <name>', 'its name, which people see')
    .option('--name-in <locale=name>', 'its name in another language; may be given several times', repeated)
    .option('--issuer <address>', 'its issuer or discovery address')
    .option(
      '--secret-file <file>',
      'a file with the client secret or the private key (PEM); - reads standard input',
    )
    .option(
      '--authentication <secret|key|none>',
      'how the service authenticates at the source: with a client secret, a private key, or not at all',
    )
    .option('--key-id <id>', 'the id of the private key')
    .option('--team-id <id>', 'the Apple team id')
    .option('--scope <scope>', 'a scope to request; may be given several times', repeated)
    .option(
      '--claim <attribute=claim>',
      'take an attribute from a claim, such as givenName=name.first; may be given several times',
      repeated,
    )
    .option(
      '--allow <domain>',
      'let only people with a verified address in this domain use the source; may be given several times',
      repeated,
    )
    .option(
      '--trust <domain>',
      'link people with a verified address in this domain to the account with the same verified address; may be given several times',
      repeated,
    )
    .option(
      '--route <domain>',
      'send people who enter an address in this domain to the source; may be given several times',
      repeated,
    )
    .option('--create', 'create accounts for people who sign in for the first time')
    .option('--no-create', 'do not create accounts')
    .option('--enabled', 'let people use it (default for a new source)')
    .option('--no-enabled', 'keep people from using it, for example until you have tested it')
    .option('--link', 'let people link their account after signing in to it')
    .option('--no-link', 'do not let people link their account')
    .option('--sign-out', 'sign out at the source too')
    .option('--no-sign-out', 'do not sign out at the source')
    .option(
      '--factor-amr <value>',
      'a value of amr that counts as a second factor; may be given several times',
      repeated,
    )
    .option(
      '--factor-acr <value>',
      'a value of acr that counts as a second factor; may be given several times',
      repeated,
    )
}

function wishOf(options: SourceOptions): SourceWish {
  const { preset, name, nameIn, issuer, clientId, secretFile, authentication, keyId, teamId } = options
  const { scope, claim, allow, trust, route, create, link, signOut, factorAmr, factorAcr, enabled } = options
  return {
    preset: preset as PresetName | undefined,
    name,
    names: nameIn && pairs('--name-in', nameIn),
    issuer,
    clientId,
    secret: secretFile === undefined ? undefined : secretIn(secretFile),
    authentication: authentication as SourceAuthentication | undefined,
    keyId,
    teamId,
    scopes: scope,
    claims: claim && (pairs('--claim', claim) as ClaimMapping),
    allowedDomains: allow,
    trustedDomains: trust,
    routedDomains: route,
    creates: create,
    links: link,
    signsOut: signOut,
    factorAmr,
    factorAcr,
    enabled,
  }
}

function pairs(option: string, given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map(text => {
      const at = text.indexOf('=')
      if (at < 1) throw new Problem(2, `${option} takes a name, an equals sign and a value.`)
      return [text.slice(0, at), text.slice(at + 1)]
    }),
  )
}

/**
 * Reads a secret from a file or standard input. Arguments are visible to everybody on the machine, and stay in the
 * shell history.
 */
function secretIn(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').trim()
  } catch (error) {
    throw new Problem(1, `The secret cannot be read from ${file}: ${(error as Error).message}`)
  }
}

/** Runs work on a source, and returns it for printing, with the addresses that people register at the source. */
async function shownFor(options: CommonOptions, work: (store: TenantStore) => Promise<IdentitySource>) {
  return await onOffice(options, async ({ store, tenancy, tenant }) => {
    const source = await work(store.tenant(tenant.id))
    return shown(source, tenancy.address(tenant))
  })
}

function shown({ icon, createdAt, updatedAt, ...source }: IdentitySource, address: string) {
  return {
    ...source,
    redirectUri: `${address}${sourceAddress(source.id, 'callback')}`,
    logoutUri: `${address}${sourceAddress(source.id, 'logout')}`,
    icon: icon === null ? null : 'set',
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}
