import { Command } from 'commander'
import { type CommonOptions, onTenant, print, withCommonOptions } from './installation.ts'
import { allThemes } from './named.ts'

/** `tabard theme`: the themes of a tenant. */
export function themeCommand(): Command {
  const theme = new Command('theme').description('themes')
  withCommonOptions(theme.command('list'))
    .description('all themes, with the applications that use them')
    .action(async (options: CommonOptions) => {
      const rows = await onTenant(options.tenant, async store => {
        const [themes, states, applications] = await Promise.all([
          allThemes(store),
          store.themes.states(),
          store.applications.list(),
        ])
        return themes.map(({ id, name, description, revision }) => ({
          id,
          name,
          description,
          revision,
          customized: states.get(id)?.customized ?? 0,
          applications: applications
            .filter(({ themeId }) => themeId === id)
            .map(application => application.name),
        }))
      })
      print(rows, options)
    })
  return theme
}
