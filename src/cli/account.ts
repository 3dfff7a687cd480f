import { text as wholeText } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import { ALL_ATTRIBUTES } from '../core/attributes.ts'
import {
  type AccountOffice,
  accountOf,
  createAccount,
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
import { type CommonOptions, count, onOffice, print, withCommonOptions } from './installation.ts'

interface AccountOptions extends CommonOptions {
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
}

/** `tabard account`: the people who sign in. */
export function accountCommand(): Command {
  const account = new Command('account').description('the people who sign in')
  withProfile(account.command('create'))
    .description('add an account; the person gets a link by mail to choose a password within 72 hours')
    .option('--password-stdin', 'read the password from standard input')
    .option('--mail-password', 'mail a temporary password instead of a link')
    .option('--administrator', 'may do everything in the console')
    .option('--theme-developer', 'may look after themes in the console')
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
    .description('accounts, by username')
    .option('--search <text>', 'whose username, e-mail address or name has this text')
    .addOption(new Option('--status <status>', 'of one status').choices(['active', 'disabled']))
    .option('--administrators', 'who may do everything in the console')
    .option('--limit <number>', 'how many', count, 100)
    .option('--offset <number>', 'how many to pass over', count, 0)
    .option('--all', 'all of them')
    .action(async (options: ListOptions) => {
      const { total, accounts } = await onOffice(options, office => listed(storeOf(office), options))
      const rows = accounts.map(({ id, userName, email, status, administrator }) => ({
        id,
        userName,
        email,
        status,
        administrator,
      }))
      print(rows, options, options.search === undefined ? 'There are no accounts.' : 'No account matches.')
      const last = (options.all ? 0 : options.offset) + rows.length
      if (rows.length > 0 && last < total) console.error(more(rows.length, last, total))
    })
  withCommonOptions(account.command('show <account>'))
    .description('an account, by id or username')
    .action(async (reference: string, options: CommonOptions) => {
      const found = await onOffice(options, async office => {
        const person = await accountOf(storeOf(office), reference)
        return { ...shown(person), ...(await factorFields(storeOf(office), person)) }
      })
      print(found, options)
    })
  withProfile(account.command('update <account>'))
    .description('change a profile; the person is told by mail. An empty value takes one away')
    .option('--no-email-verified', 'nobody knows whether the address is theirs')
    .action(async (reference: string, options: AccountOptions) => {
      const { emailVerified } = options
      const verified = emailVerified === undefined ? {} : { emailVerified }
      const update = (office: AccountOffice) => updateAccount(office, reference, profileOf(options), verified)
      print(await onOffice(options, update), options)
    })
  withCommonOptions(account.command('roles <account>'))
    .description('give somebody a part in the console, or take it away')
    .option('--administrator', 'may do everything in the console')
    .option('--no-administrator')
    .option('--theme-developer', 'may look after themes in the console')
    .option('--no-theme-developer')
    .action(async (reference: string, options: AccountOptions) => {
      const { administrator, themeDeveloper } = options
      const roles = {
        ...(administrator !== undefined && { administrator }),
        ...(themeDeveloper !== undefined && { themeDeveloper }),
      }
      print(await onOffice(options, office => setRoles(office, reference, roles)), options)
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
    acting(...given).option('--app <id or name>', 'the application in whose theme the mail is written')
  acting(
    'disable',
    'keep somebody from signing in; everything that they have open ends',
    async (office, who) => {
      await setStatus(office, who, 'disabled')
      return { account: who, status: 'disabled' }
    },
  )
  acting('enable', 'let somebody sign in again', async (office, who) => {
    await setStatus(office, who, 'active')
    return { account: who, status: 'active' }
  })
  acting(
    'unlock',
    'forget failed tries of a password or code, so that somebody need not wait to sign in',
    async (office, who) => ({ account: who, waitsLifted: await unlockAccount(office, who) }),
  )
  mailing(
    'reset-password',
    'take the password away; the person gets a link by mail to choose a new one within 72 hours',
    async (office, who, { mailPassword = false }) => await resetPassword(office, who, { mailPassword }),
  ).option('--mail-password', 'mail a temporary password instead of a link')
  mailing(
    'reset-factors',
    'take the authenticator app and the recovery codes away, and let a mailed code count after a recovered password',
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

/** Read in pieces, because there may be very many. */
async function listed(store: TenantStore, options: ListOptions) {
  const { search, status, administrators: administrator, all } = options
  const filter = { search, status, ...(administrator && { administrator }) }
  if (!all) return await store.accounts.list({ ...options, filter })
  const accounts: Account[] = []
  for (;;) {
    const page = await store.accounts.list({ limit: AT_ONCE, offset: accounts.length, filter })
    accounts.push(...page.accounts)
    if (page.accounts.length < AT_ONCE) return { total: accounts.length, accounts }
  }
}

/** On standard error, so that what is printed stays a list. */
function more(shown: number, last: number, total: number): string {
  const [some, all] = [shown.toLocaleString('en'), total.toLocaleString('en')]
  return `${some} of ${all} accounts. See more with --offset ${last} or --all, or find some with --search.`
}

/** `tabard admin`: for operators who have locked themselves out. */
export function adminCommand(): Command {
  const admin = new Command('admin').description('administrators')
  withCommonOptions(admin.command('reset-password [account]'))
    .description('make a temporary password for an administrator: the one that is named, or the only one')
    .action(async (reference: string | undefined, options: CommonOptions) => {
      print(await onOffice(options, office => resetAdministrator(office, reference)), options)
    })
  return admin
}

function withProfile(command: Command): Command {
  withCommonOptions(command)
  for (const { option } of PROFILE_OPTIONS) command.addOption(option)
  return command
    .option('--email-verified', 'the address is known to be theirs')
    .option('--app <id or name>', 'the application in whose theme the mail is written')
}

function profileOf(options: AccountOptions): Profile {
  const given = options as unknown as Readonly<Record<string, string | undefined>>
  return Object.fromEntries(PROFILE_OPTIONS.map(({ key, option }) => [key, given[option.attributeName()]]))
}

function storeOf({ store, tenant }: AccountOffice) {
  return store.tenant(tenant.id)
}
