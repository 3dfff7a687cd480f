import type { FastifyRequest } from 'fastify'
import type { Wish } from '../../pages/pages.ts'

const LOCALE_COOKIE = /(?:^|;\s*)locale=([\w-]{2,35})(?:;|$)/

const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** What a request says about the page that it wants. */
export function wishOf(request: FastifyRequest, query: ReadonlyMap<string, string>): Wish {
  const { headers, host, method, raw } = request
  return {
    // It goes into the page's policy, so it is nothing but a host.
    host: HOST.test(host) ? host.toLowerCase() : undefined,
    parameter: query.get('ui_locales') ?? query.get('locale'),
    cookie: headers.cookie === undefined ? undefined : LOCALE_COOKIE.exec(headers.cookie)?.[1],
    acceptLanguage: headers['accept-language'],
    userAgent: headers['user-agent'],
    address: method === 'GET' ? raw.url : undefined,
    scriptless: query.get('scripts') === 'none',
  }
}

/** Whether a browser asks that its visit is not counted: by Do Not Track, or by Global Privacy Control. */
export function declines({ headers }: FastifyRequest): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1'
}
