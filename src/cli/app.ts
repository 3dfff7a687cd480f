import { Command } from 'commander'
import {
  assignTheme,
  createApplication,
  removeApplication,
  rotateApplication,
  updateApplication,
} from '../identity/identity.ts'
import type { Application } from '../store/store.ts'
import { type CommonOptions, onTenant, print, repeated, withCommonOptions } from './installation.ts'

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
}

const FORM_POST = 'let it ask for the response mode form_post'

/** `tabard app`: applications, how people sign in to them, and the themes they are shown in. */
export function appCommand(): Command {
  const app = new Command('app').description('applications and their themes')
  withSettings(app.command('create'))
    .description('add an application; its secret is printed this once')
    .requiredOption('--name <name>', 'what people call it')
    .option('--mfa', 'ask for a second factor')
    .option('--consent', 'ask people what it may see')
    .option('--form-post', FORM_POST)
    .option('--public', 'without a secret: it proves itself by PKCE, as apps in browsers and on phones do')
    .action(async (options: AppOptions & { name: string; public?: boolean }) => {
      const made = await onTenant(options.tenant, store =>
        createApplication(store, { ...settingsOf(options), name: options.name, public: options.public }),
      )
      const { id, clientId, clientSecret, ...rest } = made
      print({ id, clientId, ...(clientSecret !== undefined && { clientSecret }), ...rest }, options)
    })
  withSettings(app.command('update <id>'))
    .description('change an application; addresses that are given replace those before')
    .option('--name <name>', 'what people call it')
    .option('--mfa', 'ask for a second factor')
    .option('--no-mfa', 'do not')
    .option('--consent', 'ask people what it may see')
    .option('--no-consent', 'do not')
    .option('--form-post', FORM_POST)
    .option('--no-form-post', 'do not')
    .action(async (id: string, options: AppOptions) => {
      await onTenant(options.tenant, store => updateApplication(store, id, settingsOf(options)))
      print({ id, updated: true }, options)
    })
  withCommonOptions(app.command('rotate <id>'))
    .description('give an application a new secret; the old one ends at once unless you keep it')
    .option('--keep <time>', 'accept the old secret as well for this time, such as 30m, 24h or 7d')
    .action(async (id: string, options: CommonOptions & { keep?: string }) => {
      print(await onTenant(options.tenant, store => rotateApplication(store, id, options.keep)), options)
    })
  withCommonOptions(app.command('assign <id>'))
    .description('give an application a theme')
    .requiredOption('--theme <id>', 'a theme of the tenant; default takes its own theme away')
    .action(async (id: string, options: CommonOptions & { theme: string }) => {
      await onTenant(options.tenant, store => assignTheme(store, id, options.theme))
      print({ id, themeId: options.theme }, options)
    })
  withCommonOptions(app.command('list'))
    .description('all applications')
    .action(async (options: CommonOptions) => {
      print((await onTenant(options.tenant, store => store.applications())).map(shown), options)
    })
  withCommonOptions(app.command('remove <id>'))
    .description('remove an application')
    .action(async (id: string, options: CommonOptions) => {
      await onTenant(options.tenant, store => removeApplication(store, id))
      print({ id, removed: true }, options)
    })
  return app
}

function withSettings(command: Command): Command {
  return withCommonOptions(command)
    .option('--description <text>', 'what it is for')
    .option('--theme <id>', 'its theme (default: the default theme)')
    .option(
      '--redirect <address>',
      'where people return after signing in; may be given several times',
      repeated,
    )
    .option('--logout-redirect <address>', 'where people return after signing out', repeated)
    .option('--factors <list>', 'the second factors that it accepts: app,mail (default) or app')
}

function settingsOf(options: AppOptions) {
  const { name, description, theme, redirect, logoutRedirect, mfa, factors, consent, formPost } = options
  return {
    ...(name !== undefined && { name }),
    description,
    themeId: theme,
    redirects: redirect,
    logoutRedirects: logoutRedirect,
    secondFactor: mfa,
    factors: factors?.split(','),
    consent,
    formPost,
  }
}

function shown({ secretHash, ...application }: Application) {
  return { ...application, public: secretHash === null }
}
