import { shortened } from '../../core/text.ts'
import { untouched } from '../../core/theme.ts'
import type { Wish } from '../../pages/pages.ts'
import type { Tenant } from '../../store/store.ts'
import type { Purpose, Surfaces } from './surfaces.ts'

/** The maximum length of a language in a URL. It is limited because other URLs repeat it. */
const LONGEST_LOCALE = 300

type Wished = Pick<Wish, 'parameter'>

/** The purpose that an unsigned URL can ask for: a theme and a language, but never an application. */
export async function askedPurpose(
  surfaces: Surfaces,
  { tenant, wish }: { readonly tenant: Tenant; readonly wish: Wished },
  query: ReadonlyMap<string, string>,
): Promise<Purpose> {
  const themeId = await surfaces.forced(tenant, query.get('themeId'))
  return { themeId, applicationId: null, locale: wishedLocale(wish) }
}

/** The purpose of a page that shows an account or ends a session. A URL can force no theme on it except the master. */
export function guardedPurpose(
  { wish }: { readonly wish: Wished },
  query: ReadonlyMap<string, string>,
): Purpose {
  return { themeId: untouched(query.get('themeId')), applicationId: null, locale: wishedLocale(wish) }
}

function wishedLocale({ parameter }: Wished): string | null {
  return parameter === undefined ? null : shortened(parameter, LONGEST_LOCALE)
}
