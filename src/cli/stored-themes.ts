import { type CommonOptions, onTenant } from './installation.ts'
import { allThemes } from './named.ts'
import { print } from './print.ts'

/** The themes of a tenant in the database of this machine. */
export async function listStored(options: CommonOptions): Promise<void> {
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
      applications: applications.filter(({ themeId }) => themeId === id).map(application => application.name),
    }))
  })
  print(rows, options)
}
