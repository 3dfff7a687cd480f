import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Value } from '../core/template/template.ts'
import type { Identity } from '../identity/identity.ts'
import type { Audience, Page, Themes } from '../themes/themes.ts'
import { resource } from './resource.ts'
import { firstOf } from './target.ts'

const SIGN_IN = '/idaas/mtfim/sps/idaas/login'
const LOCALE_COOKIE = /(?:^|;\s*)locale=([\w-]{2,35})(?:;|$)/
const HINT_LENGTH = 256

/** The pages that people see. */
export function pages(
  app: FastifyInstance,
  { identity, themes }: { identity: Identity; themes: Themes },
): void {
  resource(app, SIGN_IN, {
    async GET(request, reply) {
      const query = firstOf(request.raw.url!)
      const audience = await audienceOf(identity, themes, request, query.get('themeId'), query)
      const entry = themes.pages.signIn(audience.theme)
      const macros = signInValues((query.get('login_hint') ?? '').slice(0, HINT_LENGTH))
      return sendPage(reply, await themes.pages.page(audience, entry, { macros }))
    },
  })
}

/** Whom a request shows a page to: theme, language and address. */
export async function audienceOf(
  identity: Identity,
  themes: Themes,
  request: FastifyRequest,
  forced: string | undefined,
  query = firstOf(request.raw.url!),
): Promise<Audience> {
  const { tenant, headers } = request
  return {
    tenant: tenant.id,
    address: identity.tenancy.address(tenant),
    theme: await themes.pages.chosen(tenant.id, forced),
    wish: {
      parameter: query.get('ui_locales') ?? query.get('locale'),
      cookie: headers.cookie === undefined ? undefined : LOCALE_COOKIE.exec(headers.cookie)?.[1],
      acceptLanguage: headers['accept-language'],
      fallback: identity.tenancy.locale(tenant),
    },
  }
}

const LOGIN_URL = `${SIGN_IN}?runtime=true`
const SIGN_IN_VALUES: readonly (readonly [string, Value])[] = [
  ['ACTION', LOGIN_URL],
  [
    'ID_SOURCES',
    [
      {
        type: 'CLOUDDIRECTORY',
        loginUrl: LOGIN_URL,
        forgotPasswordOptions: { forgotPasswordUrl: `${LOGIN_URL}&operation=forgot_password` },
      },
    ],
  ],
  ['SHOW_FORGOT_PASSWORD_LINK', 'block'],
  ['SHOW_FORGOT_USERNAME_LINK', 'none'],
]

function signInValues(hint: string): Map<string, Value> {
  return new Map(SIGN_IN_VALUES).set('LOGIN_HINT', hint)
}

/** Sends a page with its policy and everything else that keeps it safe. */
export function sendPage(
  reply: FastifyReply,
  { bytes, policy, language }: Page,
  referrerPolicy = 'same-origin',
): FastifyReply {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': referrerPolicy,
    'cache-control': 'no-store',
    vary: 'accept-language, cookie',
  })
  reply.hijack()
  reply.raw.writeHead(200, { ...reply.getHeaders(), 'content-length': bytes.length } as OutgoingHttpHeaders)
  reply.raw.end(bytes, 'latin1')
  return reply
}
