import { DEFAULT_THEME } from '../core/theme.ts'
import { authorNames } from '../identity/identity.ts'
import { type CommonOptions, onTenant } from './installation.ts'
import { allThemes } from './named.ts'
import { printThemes } from './theme/manage.ts'

/** The themes of a tenant in the database of this machine, as `theme list` prints those of a server. */
export async function listStored(options: CommonOptions): Promise<void> {
  const themes = await onTenant(options.tenant, async store => {
    const [found, states, applications, nameOf] = await Promise.all([
      allThemes(store),
      store.themes.states(),
      store.applications.list(),
      authorNames(store),
    ])
    return found.map(({ id, name, description, revision, updatedAt }) => {
      const { author = null, customized = 0 } = states.get(id) ?? {}
      return {
        id,
        name,
        description,
        revision,
        updatedAt: new Date(updatedAt).toISOString(),
        updatedBy: author,
        updatedByName: nameOf(author),
        customized,
        applications: applications
          .filter(({ themeId }) => (themeId ?? DEFAULT_THEME) === id)
          .map(application => ({ id: application.id, name: application.name })),
      }
    })
  })
  printThemes(themes, options)
}
