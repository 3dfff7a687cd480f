import { text as wholeText } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import { ACCOUNT_STATUSES } from '../core/access.ts'
import { ALL_ATTRIBUTES } from '../core/attributes.ts'
import { csvRecord } from '../core/csv.ts'
import { Refusal } from '../core/refusal.ts'
import { AT_COMMAND_LINE, setSupervisor } from '../governance/governance.ts'
import {
  type AccountOffice,
  accountOf,
  COMMAND_LINE,
  createAccount,
  decideRegistration,
  factorFields,
  type Profile,
  removeAccount,
  resetAdministrator,
  resetFactors,
  resetPassword,
  setRoles,
  setStatus,
  shown,
  unlockAccount,
  updateAccount,
} from '../identity/identity.ts'
import type { Account, TenantStore } from '../store/store.ts'
import { type CommonOptions, count, onOffice, print, repeated, withCommonOptions } from './installation.ts'
import { Problem } from './problem.ts'

interface AccountOptions extends CommonOptions {
  readonly attribute?: string[]
  readonly app?: string
  readonly emailVerified?: boolean
  readonly passwordStdin?: boolean
  readonly mailPassword?: boolean
  readonly administrator?: boolean
  readonly themeDeveloper?: boolean
}

const AT_ONCE = 5_000

/** An option for each attribute. */
const PROFILE_OPTIONS = ALL_ATTRIBUTES.map(({ key, option: { flags, help } }) => ({
  key,
  option: new Option(flags, help),
}))

interface ListOptions extends CommonOptions {
  readonly search?: string
  readonly status?: Account['status']
  readonly administrators?: boolean
  readonly limit: number
  readonly offset: number
  readonly all?: boolean
  readonly csv?: boolean
  readonly attribute?: string[]
}

/** `tabard account`: the people who sign in. */
export function accountCommand(): Command {
  const account = new Command('account').description('manage the accounts of people who sign in')
  withProfile(account.command('create'))
    .description('add an account; the person gets a link by mail to choose a password within 72 hours')
    .option('--password-stdin', 'read the password from standard input')
    .option('--mail-password', 'mail a temporary password instead of a link')
    .option('--administrator', 'give the role administrator: everything in the console')
    .option('--theme-developer', 'give the role theme developer: themes in the console')
    .action(async (options: AccountOptions) => {
      const password = options.passwordStdin
        ? (await wholeText(process.stdin)).replace(/\r?\n$/, '')
        : undefined
      const start = {
        password,
        mailPassword: options.mailPassword ?? false,
        emailVerified: options.emailVerified ?? false,
        administrator: options.administrator ?? false,
        themeDeveloper: options.themeDeveloper ?? false,
        attributes: typedIn(options),
      }
      const { account: made, ...steps } = await onOffice(
        options,
        office => createAccount(office, profileOf(options), start),
        'may make a database',
      )
      const { id, userName, email, ...rest } = made
      print({ id, userName, email, ...steps, ...rest }, options)
    })
  withCommonOptions(account.command('list'))
    .description('list accounts, by username')
    .option('--search <text>', 'only accounts whose username, e-mail address or name contains this text')
    .addOption(new Option('--status <status>', 'only accounts with this status').choices(ACCOUNT_STATUSES))
    .option('--administrators', 'only administrators')
    .option(
      '--attribute <name or name=value>',
      'add a column for an attribute that you added, or list only accounts with this value',
      repeated,
    )
    .option('--limit <number>', 'show at most this many', count, 100)
    .option('--offset <number>', 'skip this many', count, 0)
    .option('--all', 'show all accounts')
    .option('--csv', 'print CSV')
    .action(async (options: ListOptions) => {
      const { total, accounts, own } = await onOffice(options, office => listed(storeOf(office), options))
      const columns = attributesIn(options).map(({ name }) => name)
      const rows = accounts.map(({ id, userName, email, status, administrator }) => ({
        id,
        userName,
        email,
        status,
        administrator,
        ...Object.fromEntries(columns.map(name => [name, own.get(id)?.[name] ?? null])),
      }))
      if (options.csv) process.stdout.write(csvOf(rows, columns))
      else print(rows, options, isFiltered(options) ? 'No account matches.' : 'There are no accounts.')
      const last = (options.all ? 0 : options.offset) + rows.length
      if (rows.length > 0 && last < total) console.error(more(rows.length, last, total))
    })
  withCommonOptions(account.command('show <account>'))
    .description('show an account, by id or username')
    .action(async (reference: string, options: CommonOptions) => {
      const found = await onOffice(options, async office => {
        const person = await accountOf(storeOf(office), reference)
        const own = await storeOf(office).attributes.valuesOf(person.id)
        return { ...shown(person), ...own, ...(await factorFields(storeOf(office), person)) }
      })
      print(found, options)
    })
  withProfile(account.command('update <account>'))
    .description('change a profile and notify the person by mail; an empty value removes a detail')
    .option('--no-email-verified', 'mark the address as not verified')
    .action(async (reference: string, options: AccountOptions) => {
      const { emailVerified } = options
      const more = { attributes: typedIn(options), ...(emailVerified !== undefined && { emailVerified }) }
      const updated = await onOffice(options, async office => {
        const person = await updateAccount(office, reference, profileOf(options), more)
        return { ...person, ...(await storeOf(office).attributes.valuesOf(person.id)) }
      })
      print(updated, options)
    })
  withCommonOptions(account.command('roles <account>'))
    .description('give somebody a role in the console, or take it away')
    .option('--administrator', 'give the role administrator: everything in the console')
    .option('--no-administrator', 'take the role administrator away')
    .option('--theme-developer', 'give the role theme developer: themes in the console')
    .option('--no-theme-developer', 'take the role theme developer away')
    .action(async (reference: string, options: AccountOptions) => {
      const { administrator, themeDeveloper } = options
      const roles = {
        ...(administrator !== undefined && { administrator }),
        ...(themeDeveloper !== undefined && { themeDeveloper }),
      }
      print(await onOffice(options, office => setRoles(office, reference, roles)), options)
    })
  withCommonOptions(account.command('supervisor <account> [supervisor]'))
    .description(
      'set somebody’s supervisor, who reviews their access in campaigns; leave it out to remove it',
    )
    .action(async (who: string, supervisor: string | undefined, options: CommonOptions) => {
      await onOffice(options, office => setSupervisor(storeOf(office), who, supervisor, AT_COMMAND_LINE))
      print({ account: who, supervisor: supervisor ?? null }, options)
    })
  const acting = (
    name: string,
    description: string,
    act: (office: AccountOffice, account: string, options: AccountOptions) => Promise<object>,
  ) =>
    withCommonOptions(account.command(`${name} <account>`))
      .description(description)
      .action(async (reference: string, options: AccountOptions) => {
        print(await onOffice(options, office => act(office, reference, options)), options)
      })
  const mailing = (...given: Parameters<typeof acting>) =>
    acting(...given).option('--app <id or name>', 'send the mail in the theme of this application')
  acting('disable', 'disable an account; all of its sessions end', async (office, who) => {
    await setStatus(office, who, 'disabled')
    return { account: who, status: 'disabled' }
  })
  acting('enable', 'enable an account that was disabled', async (office, who) => {
    await setStatus(office, who, 'active')
    return { account: who, status: 'active' }
  })
  for (const [name, approved, description] of [
    ['approve', true, 'approve a registration that waits for approval; the person gets a mail'],
    [
      'reject',
      false,
      'reject a registration that waits for approval, and remove its account; the person gets a mail',
    ],
  ] as const)
    mailing(name, description, async (office, who) => {
      await decideRegistration(office, who, approved, COMMAND_LINE)
      return { account: who, approved }
    })
  acting(
    'unlock',
    'reset the count of failed passwords and codes, so that somebody can sign in without waiting',
    async (office, who) => ({ account: who, waitsLifted: await unlockAccount(office, who) }),
  )
  mailing(
    'reset-password',
    'remove the password; the person gets a link by mail to choose a new one within 72 hours',
    async (office, who, { mailPassword = false }) => await resetPassword(office, who, { mailPassword }),
  ).option('--mail-password', 'mail a temporary password instead of a link')
  mailing(
    'reset-factors',
    'remove the authenticator app and the recovery codes, and accept a code by mail after a password reset',
    async (office, who) => {
      await resetFactors(office, who)
      const store = storeOf(office)
      return { account: who, ...(await factorFields(store, await accountOf(store, who))) }
    },
  )
  acting('remove', 'remove an account', async (office, who) => {
    await removeAccount(office, who)
    return { account: who, removed: true }
  })
  return account
}

/** Accounts as CSV. The header line is written even if there are no accounts. */
function csvOf(rows: readonly Readonly<Record<string, unknown>>[], attributes: readonly string[]): string {
  const names = ['id', 'userName', 'email', 'status', 'administrator', ...attributes]
  const records = rows.map(row => names.map(name => String(row[name] ?? '')))
  return [names, ...records].map(csvRecord).join('')
}

/** The matching accounts. They are read in pieces, because there may be very many. */
async function listed(store: TenantStore, options: ListOptions) {
  const { search, status, administrators: administrator, all } = options
  const wanted = attributesIn(options)
  await assertAttributes(store, wanted)
  const attributes = Object.fromEntries(
    wanted.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  )
  const filter = { search, status, attributes, ...(administrator && { administrator }) }
  const accounts: Account[] = []
  const paging = (offset: number) => (all ? { limit: AT_ONCE, offset } : options)
  for (;;) {
    const page = await store.accounts.list({ ...paging(accounts.length), filter })
    accounts.push(...page.accounts)
    if (all && page.accounts.length === AT_ONCE) continue
    const ids = wanted.length === 0 ? [] : accounts.map(({ id }) => id)
    const own = await store.attributes.valuesOfAll(ids)
    return { total: all ? accounts.length : page.total, accounts, own }
  }
}

/** Whether a list may leave accounts out. An attribute without a value only adds a column. */
function isFiltered(options: ListOptions): boolean {
  const { search, status, administrators } = options
  return (
    search !== undefined ||
    status !== undefined ||
    administrators === true ||
    attributesIn(options).some(({ value }) => value !== undefined)
  )
}

/** The attributes that the option `--attribute` names, with the values that accounts must have, if any. */
function attributesIn({ attribute = [] }: ListOptions): { readonly name: string; readonly value?: string }[] {
  return attribute.map(given => {
    const at = given.indexOf('=')
    return at === -1 ? { name: given } : { name: given.slice(0, at), value: given.slice(at + 1) }
  })
}

async function assertAttributes(
  store: TenantStore,
  wanted: readonly { readonly name: string }[],
): Promise<void> {
  const known = new Set((await store.attributes.list()).map(({ name }) => name))
  const odd = wanted.find(({ name }) => !known.has(name))
  if (odd !== undefined) throw new Refusal('attribute_unknown', { name: odd.name })
}

/** Says that there are more accounts. It goes to standard error, so that standard output contains only the list. */
function more(shown: number, last: number, total: number): string {
  const [some, all] = [shown.toLocaleString('en'), total.toLocaleString('en')]
  return `${some} of ${all} accounts. See more with --offset ${last} or --all, or find some with --search.`
}

/** `tabard admin`: helps operators who have locked themselves out. */
export function adminCommand(): Command {
  const admin = new Command('admin').description('administrators')
  withCommonOptions(admin.command('reset-password [account]'))
    .description('create a temporary password for an administrator; name one if there are several')
    .action(async (reference: string | undefined, options: CommonOptions) => {
      print(await onOffice(options, office => resetAdministrator(office, reference)), options)
    })
  return admin
}

function withProfile(command: Command): Command {
  withCommonOptions(command)
  for (const { option } of PROFILE_OPTIONS) command.addOption(option)
  return command
    .option('--email-verified', 'mark the address as verified')
    .option('--attribute <name=value>', 'the value of an attribute that you added', repeated)
    .option('--app <id or name>', 'send the mail in the theme of this application')
}

/** The values of custom attributes from the command line. */
function typedIn({ attribute = [] }: AccountOptions): Record<string, string> {
  return Object.fromEntries(
    attribute.map(given => {
      const at = given.indexOf('=')
      if (at === -1) throw new Problem(2, `Write the attribute and its value as ${given}=<value>.`)
      return [given.slice(0, at), given.slice(at + 1)]
    }),
  )
}

function profileOf(options: AccountOptions): Profile {
  const given = options as unknown as Readonly<Record<string, string | undefined>>
  return Object.fromEntries(PROFILE_OPTIONS.map(({ key, option }) => [key, given[option.attributeName()]]))
}

function storeOf({ store, tenant }: AccountOffice) {
  return store.tenant(tenant.id)
}
