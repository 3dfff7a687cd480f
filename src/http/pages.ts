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
      const audience = await audienceOf(identity, themes, request, query.get('themeId'))
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
): Promise<Audience> {
  const query = firstOf(request.raw.url!)
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

function signInValues(hint: string): Map<string, Value> {
  const loginUrl = `${SIGN_IN}?runtime=true`
  return new Map<string, Value>([
    ['ACTION', loginUrl],
    ['LOGIN_HINT', hint],
    [
      'ID_SOURCES',
      [
        {
          type: 'CLOUDDIRECTORY',
          loginUrl,
          forgotPasswordOptions: { forgotPasswordUrl: `${loginUrl}&operation=forgot_password` },
        },
      ],
    ],
    ['SHOW_FORGOT_PASSWORD_LINK', 'block'],
    ['SHOW_FORGOT_USERNAME_LINK', 'none'],
  ])
}

/** Sends a page with its policy and everything else that keeps it safe. */
export function sendPage(
  reply: FastifyReply,
  { html, policy, language }: Page,
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
  return reply.send(html)
}
