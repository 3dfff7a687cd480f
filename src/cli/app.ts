import { Command } from 'commander'
import {
  assignTheme,
  createApplication,
  removeApplication,
  rotateApplication,
  updateApplication,
} from '../identity/identity.ts'
import type { Application, TenantStore } from '../store/store.ts'
import { addAccessCommands } from './access.ts'
import { type CommonOptions, onTenant, print, repeated, withCommonOptions } from './installation.ts'
import { applicationId, optionalThemeId, sourceIds, themeId } from './named.ts'

interface AppOptions extends CommonOptions {
  readonly name?: string
  readonly description?: string
  readonly theme?: string
  readonly redirect?: string[]
  readonly logoutRedirect?: string[]
  readonly mfa?: boolean
  readonly factors?: string
  readonly consent?: boolean
  readonly formPost?: boolean
  readonly registration?: string
  readonly source?: string[]
  readonly allSources?: boolean
  readonly directory?: boolean
}

const NO_DIRECTORY = 'offer identity sources only'
const FORM_POST = 'allow the response mode form_post'

/** `tabard app`: applications, how people sign in to them, and their themes. */
export function appCommand(): Command {
  const app = new Command('app').description('applications and their themes; each is given by its id or name')
  withSettings(app.command('create'))
    .description('add an application; its secret is shown only once')
    .requiredOption('--name <name>', 'its name, which people see')
    .option('--mfa', 'require a second factor')
    .option('--consent', 'ask people for consent')
    .option('--form-post', FORM_POST)
    .option('--no-directory', NO_DIRECTORY)
    .option('--public', 'create a public client: no secret, only PKCE, for apps in browsers and on phones')
    .action(async (options: AppOptions & { name: string; public?: boolean }) => {
      const made = await onTenant(
        options.tenant,
        async store => {
          const settings = await settingsOf(store, options)
          return await createApplication(store, { ...settings, name: options.name, public: options.public })
        },
        'may make a database',
      )
      const { id, clientId, clientSecret, ...rest } = made
      print({ id, clientId, ...(clientSecret !== undefined && { clientSecret }), ...rest }, options)
      if (rest.redirects.length === 0 && !options.json)
        console.error(
          `Nobody can sign in to this application yet. Run "tabard app update ${id} --redirect <address>".`,
        )
    })
  withSettings(app.command('update <application>'))
    .description('change an application; redirect URIs that you give replace all existing ones')
    .option('--name <name>', 'its name, which people see')
    .option('--mfa', 'require a second factor')
    .option('--no-mfa', 'do not require a second factor')
    .option('--consent', 'ask people for consent')
    .option('--no-consent', 'do not ask for consent')
    .option('--form-post', FORM_POST)
    .option('--no-form-post', 'do not allow the response mode form_post')
    .option('--directory', "offer the service's own accounts")
    .option('--no-directory', NO_DIRECTORY)
    .option('--all-sources', 'offer all identity sources that are enabled')
    .action(async (given: string, options: AppOptions) => {
      const id = await onTenant(options.tenant, async store => {
        const found = await applicationId(store, given)
        await updateApplication(store, found, await settingsOf(store, options))
        return found
      })
      print({ id, updated: true }, options)
    })
  withCommonOptions(app.command('rotate <application>'))
    .description('replace the secret of an application; the old one expires at once unless you use --keep')
    .option('--keep <time>', 'also accept the old secret for this time, such as 30m, 24h or 7d')
    .action(async (given: string, options: CommonOptions & { keep?: string }) => {
      const rotated = async (store: TenantStore) =>
        await rotateApplication(store, await applicationId(store, given), options.keep)
      print(await onTenant(options.tenant, rotated), options)
    })
  withCommonOptions(app.command('assign <application>'))
    .description('assign a theme to an application')
    .requiredOption('--theme <id or name>', 'a theme, or default')
    .action(async (given: string, options: CommonOptions & { theme: string }) => {
      const assigned = await onTenant(options.tenant, async store => {
        const ids = { id: await applicationId(store, given), themeId: await themeId(store, options.theme) }
        await assignTheme(store, ids.id, ids.themeId)
        return ids
      })
      print(assigned, options)
    })
  withCommonOptions(app.command('list'))
    .description('list applications')
    .action(async (options: CommonOptions) => {
      const applications = await onTenant(options.tenant, store => store.applications.list())
      print(applications.map(shown), options, 'There are no applications.')
    })
  withCommonOptions(app.command('show <application>'))
    .description('show an application with all its settings')
    .action(async (given: string, options: CommonOptions) => {
      const found = await onTenant(options.tenant, async store => {
        const id = await applicationId(store, given)
        return (await store.applications.list()).find(application => application.id === id)!
      })
      print(shown(found), options)
    })
  withCommonOptions(app.command('remove <application>'))
    .description('remove an application')
    .action(async (given: string, options: CommonOptions) => {
      const id = await onTenant(options.tenant, async store => {
        const found = await applicationId(store, given)
        await removeApplication(store, found)
        return found
      })
      print({ id, removed: true }, options)
    })
  addAccessCommands(app)
  return app
}

function withSettings(command: Command): Command {
  return withCommonOptions(command)
    .option('--description <text>', 'what it is for')
    .option('--theme <id or name>', 'its theme (default: the default theme)')
    .option(
      '--redirect <address>',
      'redirect URI: where people return after signing in; may be given several times',
      repeated,
    )
    .option(
      '--logout-redirect <address>',
      'logout redirect URI: where people return after signing out',
      repeated,
    )
    .option('--registration <reference>', 'its own registration flow; none for the tenant’s')
    .option(
      '--source <id or name>',
      'an identity source that it offers; may be given several times',
      repeated,
    )
    .option('--factors <list>', 'the second factors that it accepts: app,mail (default) or app')
}

async function settingsOf(store: TenantStore, options: AppOptions) {
  const { name, description, theme, redirect, logoutRedirect, mfa, factors, consent, formPost } = options
  const { registration } = options
  const { source, allSources, directory } = options
  return {
    ...(name !== undefined && { name }),
    description,
    themeId: await optionalThemeId(store, theme),
    redirects: redirect,
    logoutRedirects: logoutRedirect,
    secondFactor: mfa,
    factors: factors?.split(','),
    consent,
    formPost,
    ...(registration !== undefined && { registration: registration === 'none' ? null : registration }),
    directory,
    sources: allSources === true ? null : await sourceIds(store, source),
  }
}

function shown({ secretHash, ...application }: Application) {
  return { ...application, public: secretHash === null }
}
