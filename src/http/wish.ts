import type { FastifyRequest } from 'fastify'
import type { LocaleWish } from '../themes/themes.ts'

const LOCALE_COOKIE = /(?:^|;\s*)locale=([\w-]{2,35})(?:;|$)/

/** How a request says which language its sender reads. */
export function localeWish({ headers }: FastifyRequest, query: ReadonlyMap<string, string>): LocaleWish {
  return {
    parameter: query.get('ui_locales') ?? query.get('locale'),
    cookie: headers.cookie === undefined ? undefined : LOCALE_COOKIE.exec(headers.cookie)?.[1],
    acceptLanguage: headers['accept-language'],
  }
}

/** Whether a browser asks that its visit is not counted: by Do Not Track, or by Global Privacy Control. */
export function declines({ headers }: FastifyRequest): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1'
}
