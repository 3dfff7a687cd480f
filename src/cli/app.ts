import { Command } from 'commander'
import { assignTheme, createApplication, removeApplication } from '../identity/identity.ts'
import { type CommonOptions, onTenant, print, withCommonOptions } from './installation.ts'

/** `tabard app`: applications and the themes they are shown in. */
export function appCommand(): Command {
  const app = new Command('app').description('applications and their themes')
  withCommonOptions(app.command('create'))
    .description('add an application')
    .requiredOption('--name <name>', 'what people call it')
    .option('--theme <id>', 'its theme (default: the default theme)')
    .action(async (options: CommonOptions & { name: string; theme?: string }) => {
      print(
        await onTenant(options.tenant, store =>
          createApplication(store, { name: options.name, themeId: options.theme }),
        ),
        options,
      )
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
      print(await onTenant(options.tenant, store => store.applications()), options)
    })
  withCommonOptions(app.command('remove <id>'))
    .description('remove an application')
    .action(async (id: string, options: CommonOptions) => {
      await onTenant(options.tenant, store => removeApplication(store, id))
      print({ id, removed: true }, options)
    })
  return app
}
