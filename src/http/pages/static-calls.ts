import type { Method, Page } from '../description/call.ts'

/** `/template/v1.0/static/*` */
export const ASSET = {
  GET: { id: 'asset', page: 'An asset of the theme that `themeId` names.' },
} as const satisfies Partial<Record<Method, Page>>

/** `/favicon.ico` */
export const ICON = {
  GET: { id: 'icon', page: 'The icon of the default theme.' },
} as const satisfies Partial<Record<Method, Page>>
