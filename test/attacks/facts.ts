import { ISSUER_PATH, SIGN_IN, SIGN_OUT } from '../../src/identity/identity.ts'
import type { Application } from './applications.ts'
import type { Facts } from './attacker.ts'

/** The verifier of requests that the attacker begins. */
export const EVIL_VERIFIER = 'evil-verifier-0123456789-0123456789-0123456789'

/** What of a person stands only on pages that are theirs alone. */
export const PERSON = { givenName: 'Vera', familyName: 'Halvorsen', mobileNumber: '+4915100000042' }

/** A request that the attacker has begun at the console, and the cookie that its answer belongs to. */
export interface Begun {
  readonly authorization: string
  readonly cookie: string
}

export interface Places {
  /** The origin of the pages. */
  readonly pages: string
  readonly bank: Application
  readonly themeId: string
  readonly begun: Begun
}

/** The addresses of pages and answers that are none of the theme's business. */
export function addresses({ pages, bank, themeId, begun }: Places) {
  const request = (more: Record<string, string>) => bank.authorization(more, EVIL_VERIFIER)
  const further = { scope: 'openid profile email phone offline_access', prompt: 'consent' }
  const account = {
    greeting: `${pages}${SIGN_IN}?runtime=true`,
    profile: `${pages}/flows/?reference=profile`,
    details: `${pages}/flows/?reference=user_form`,
    authenticator: `${pages}${SIGN_IN}?runtime=true&operation=enroll`,
    'signing out': `${pages}${SIGN_OUT}?runtime=true`,
    'logging out of the bank': `${pages}${ISSUER_PATH}/logout?client_id=${bank.clientId}`,
    'choice of an account for the bank': request({ prompt: 'select_account' }),
  }
  /** What leads to a password or a code. */
  const few = {
    profile: account.profile,
    authenticator: account.authenticator,
    password: `${pages}${SIGN_IN}?runtime=true&operation=change_password`,
    'code of the bank': request({ response_mode: 'form_post' }),
    'consent of the bank': request(further),
    'sign-in page of the bank': request({ prompt: 'login' }),
    // A page on which people type a password, and which no redirect leads to.
    registration: `${pages}/flows/?reference=registration`,
    'sign-in page without a theme': `${begun.authorization}&prompt=login`,
  }
  const aliases = ['/oidc/endpoint/default', '/oauth2'].map(path => [
    `code of the bank at ${path}`,
    few['code of the bank'].replace(ISSUER_PATH, path),
  ])
  const inTheme = Object.entries({
    ...account,
    'consent of the bank': few['consent of the bank'],
    'sign-in page of the bank': few['sign-in page of the bank'],
  }).map(([name, address]) => [name, `${address}&themeId=${themeId}`])
  return {
    few,
    pages: {
      ...account,
      ...few,
      ...Object.fromEntries(aliases),
      'code of the console': `${begun.authorization}&response_mode=form_post`,
    } as Record<string, string>,
    /** Pages of others, with an address that names the theme. */
    themed: Object.fromEntries(inTheme) as Record<string, string>,
    /** What an application may ask for in a frame on another site. */
    silent: {
      'the bank': request({ prompt: 'none' }),
      'the console': `${begun.authorization}&prompt=none`,
    },
  }
}

/** Begins signing in to the console, as anybody can, and tells how it goes on. */
export async function beginConsole(pages: string, console: string): Promise<Begun> {
  const answer = await fetch(`${atLoopback(console)}/signin`, { redirect: 'manual' })
  const [cookie = ''] = answer.headers.getSetCookie()[0]?.split(';') ?? []
  const guessed = new URLSearchParams({
    client_id: 'tabard-console',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${console}/callback`,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  })
  const authorization = answer.headers.get('location') ?? `${pages}${ISSUER_PATH}/authorize?${guessed}`
  return { authorization, cookie }
}

/** The same server, as Node reaches it: the names of the tests are known to the browser only. */
export function atLoopback(url: string): string {
  const { protocol, port } = new URL(url)
  return `${protocol}//127.0.0.1:${port}`
}

/** The code that an attack brought home from an address; something that is none, where it brought nothing. */
export function codeIn(taken: readonly string[], from: string): string {
  const [, code] = taken.map(text => text.split(`${from}: a code `)).find(([before]) => before === '') ?? []
  return code ?? 'nothing'
}

/** Everything that the script of the theme is told. */
export type ToldFacts = Facts & ReturnType<typeof addresses> & { readonly begun: Begun }
