import type { Value, Values } from '../core/template/template.ts'
import { timesIn } from '../core/times.ts'
import type { Audience, Language } from './audience.ts'
import type { Presented } from './present.ts'

/** The values of a page, together with those that every page has. */
export function withCommon(
  { address, theme }: Audience,
  language: Language,
  { colors }: Presented,
  { macros, repeats }: Values,
): Values {
  /** The macros that every page has. */
  const common = (name: string): Value | undefined => {
    switch (name) {
      case 'THEME_ID':
        return theme.view.id
      case 'LOCALE':
        return language.locale
      case 'LANG':
        return language.tag
      case 'DIR':
        return language.direction
      case 'TENANT':
        return address.replace(/^https?:\/\//, '')
      case 'TENANT_URL':
        return address
      case 'INVALID':
        return String((macros.get('ERROR_MESSAGE') ?? '') !== '')
      case 'FOCUS':
        return (macros.get('ERROR_MESSAGE') ?? '') === '' ? '' : 'autofocus'
      case 'TIMESTAMP_TEXT': {
        const at = Date.parse(String(macros.get('TIMESTAMP') ?? ''))
        return Number.isNaN(at) ? '' : timesIn(language.tag).instant(at)
      }
      case 'COLOR_BRAND':
        return colors.brand
      case 'COLOR_ON_BRAND':
        return colors.onBrand
      case 'COLOR_BRAND_EDGE':
        return colors.edge
      case 'RADIUS':
        return `${colors.radius}px`
      case 'RADIUS_CONTROL':
        return `${colors.radiusControl}px`
      default:
        return undefined
    }
  }
  const all = { get: (name: string) => macros.get(name) ?? common(name) }
  return { macros: all, ...(repeats !== undefined && { repeats }) }
}
