import { COMMON_MACROS, type CommonMacro } from '../core/catalogue/catalogue.ts'
import type { Value, Values } from '../core/template/template.ts'
import { timesIn } from '../core/times.ts'
import type { Audience, Language } from './audience.ts'
import type { Presented } from './present.ts'

/** What the common values of a page are made from. */
interface Shown {
  readonly audience: Audience
  readonly language: Language
  readonly colors: Presented['colors']
  /** The page's own values. */
  readonly macros: Values['macros']
}

const COMMON: { readonly [Name in CommonMacro]: (shown: Shown) => Value } = {
  THEME_ID: ({ audience }) => audience.theme.view.id,
  LOCALE: ({ language }) => language.locale,
  LANG: ({ language }) => language.tag,
  DIR: ({ language }) => language.direction,
  TENANT: ({ audience }) => audience.address.replace(/^https?:\/\//, ''),
  TENANT_URL: ({ audience }) => audience.address,
  INVALID: shown => String(isWrong(shown)),
  FOCUS: shown => (isWrong(shown) ? 'autofocus' : ''),
  TIMESTAMP_TEXT: ({ macros, language }) => {
    const at = Date.parse(String(macros.get('TIMESTAMP') ?? ''))
    return Number.isNaN(at) ? '' : timesIn(language.tag).instant(at)
  },
  // A label of the theme, which the caller passes along with an error message.
  ERROR_PREFIX: () => '',
  COLOR_BRAND: ({ colors }) => colors.brand,
  COLOR_ON_BRAND: ({ colors }) => colors.onBrand,
  COLOR_BRAND_EDGE: ({ colors }) => colors.edge,
  RADIUS: ({ colors }) => `${colors.radius}px`,
  RADIUS_CONTROL: ({ colors }) => `${colors.radiusControl}px`,
}

/** The values of a page, together with those that every page has. */
export function withCommon(
  audience: Audience,
  language: Language,
  { colors }: Presented,
  { macros, repeats }: Values,
): Values {
  const shown = { audience, language, colors, macros }
  const get = (name: string) => macros.get(name) ?? (isCommon(name) ? COMMON[name](shown) : undefined)
  return { macros: { get }, ...(repeats !== undefined && { repeats }) }
}

function isCommon(name: string): name is CommonMacro {
  return Object.hasOwn(COMMON_MACROS, name)
}

function isWrong({ macros }: Shown): boolean {
  return (macros.get('ERROR_MESSAGE') ?? '') !== ''
}
