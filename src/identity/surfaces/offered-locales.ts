import type { Store, Tenant } from '../../store/store.ts'
import { NO_PURPOSE, type Surfaces } from './surfaces.ts'

/** The most themes whose languages are read. */
const MOST_THEMES = 100

/** The locales in which the themes of a tenant have texts, those of the original theme included. */
export async function offeredLocales(
  { store, surfaces }: { readonly store: Store; readonly surfaces: Surfaces },
  tenant: Tenant,
): Promise<string[]> {
  const { themes } = await store.tenant(tenant.id).themes.list({ limit: MOST_THEMES, offset: 0 })
  const locales = new Set<string>()
  for (const { id: themeId } of themes) {
    const { theme } = await surfaces.audience(tenant, { ...NO_PURPOSE, themeId }, {})
    for (const locale of theme.view.locales) locales.add(locale)
  }
  return [...locales].sort()
}
