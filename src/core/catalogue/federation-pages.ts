import { linksMarkup, type ShownLinks } from '../forms/links-markup.ts'
import type { Word } from '../word.ts'
import type { PageEntry } from './entry.ts'
import { action, signInAgain } from './macros.ts'
import { signIn } from './sign-in-macros.ts'
import { signInForm, signInStates } from './sign-in-states.ts'

const SOURCES = [
  { preset: 'google', name: 'Google' },
  { preset: 'openid', name: 'Northwind Partners' },
]
const iconOf = (preset: string) => `/template/v1.0/static/assets/icon/source-${preset}.svg`

const SAMPLE_SOURCES = SOURCES.map(({ preset, name }) => ({
  ID_SOURCE_NAME: (word: Word) => word('FEDERATION_CONTINUE', { SOURCE: name }),
  ID_SOURCE_URL: '#',
  ID_SOURCE_ICON: iconOf(preset),
}))

/** The same sources for scripts of a page. */
function scripted(word: Word) {
  return SOURCES.map(({ preset, name }) => ({
    type: 'OIDC',
    id: preset,
    name,
    displayName: word('FEDERATION_CONTINUE', { SOURCE: name }),
    icon: iconOf(preset),
    loginUrl: '#',
  }))
}

const SAMPLE_POSTING = { action: '/sources?flow=preview', verifier: 'preview' }
const SAMPLE_LINKS: ShownLinks = {
  links: [
    {
      source: 'google',
      subject: '1',
      name: 'Google',
      email: 'alex@example.com',
      createdAt: Date.UTC(2026, 10, 15, 8, 30),
    },
  ],
  others: [
    {
      name: 'Northwind Partners',
      href: '#',
      icon: iconOf('openid'),
    },
  ],
  accountHref: '/idaas/mtfim/sps/idaas/login?runtime=true',
}

/** Signing in through identity sources, and the links that people have with them. */
export const FEDERATION_PAGES = [
  {
    id: 'login-choice',
    group: 'Sign-in',
    meaning: 'Sign-in with several identity sources',
    folder: 'authentication/login/identity_source/identity_source_selection',
    file: 'combined_login_selection.html',
    macros: signIn,
    repeats: {
      idSources: {
        macros: {
          ID_SOURCE_NAME: {
            kind: 'text',
            meaning: 'text of the button of an identity source',
            sample: '',
          },
          ID_SOURCE_URL: { kind: 'address', meaning: 'where the button leads', sample: '#' },
          ID_SOURCE_ICON: { kind: 'address', meaning: 'icon of the identity source', sample: '' },
        },
        sample: [],
      },
    },
    form: signInForm,
    states: {
      ...signInStates,
      several: {
        meaning: 'with further sources',
        values: { ID_SOURCES: word => [...signIn.ID_SOURCES.sample, ...scripted(word)] },
        rows: { idSources: SAMPLE_SOURCES },
      },
      sources: {
        meaning: 'with sources only',
        values: {
          ID_SOURCES: scripted,
          SHOW_DIRECTORY: 'none',
          SHOW_FORGOT_PASSWORD_LINK: 'none',
          SHOW_REGISTRATION_LINK: 'none',
        },
        rows: { idSources: SAMPLE_SOURCES },
      },
      prove: {
        meaning: 'somebody from a source proves the account that is to be linked',
        values: {
          MESSAGE: word => word('FEDERATION_PROVE', { SOURCE: 'Northwind Partners' }),
          USERNAME: 'alex@example.com',
          LOGIN_HINT: 'alex@example.com',
        },
      },
    },
  },
  {
    id: 'link-account',
    group: 'Sign-in',
    meaning: 'Linking an account with an identity source',
    folder: 'authentication/login/identity_source/identity_linking',
    file: 'ask_for_unique_id.html',
    macros: {
      IDENTITYLINKING_FORM_ACTION_URL: { ...action.ACTION, meaning: 'where the form is posted' },
      ATTRVALUE: {
        kind: 'text',
        meaning: 'e-mail address that the identity source gave',
        sample: 'alex@example.com',
      },
      ERROR_MESSAGE: { kind: 'text', meaning: 'what went wrong, in words', sample: '' },
      MESSAGE: {
        kind: 'text',
        meaning: 'what the page is for, with the name of the source',
        sample: word => word('FEDERATION_LINK', { SOURCE: 'Northwind Partners' }),
      },
      ...signInAgain,
      REGISTRATION_URL: signIn.REGISTRATION_URL,
      SHOW_REGISTRATION_LINK: signIn.SHOW_REGISTRATION_LINK,
    },
    form: { operation: 'verify', username: 'the username of the account to link' },
    formAction: 'IDENTITYLINKING_FORM_ACTION_URL',
    states: {
      ask: { meaning: 'normal' },
      empty: {
        meaning: 'sent without a username',
        values: { ERROR_MESSAGE: word => word('FORGOT_PASSWORD_ERROR') },
      },
    },
    scriptless: true,
  },
  {
    id: 'account-links',
    scriptless: true,
    group: 'Consent and details',
    meaning: 'The accounts elsewhere that somebody has linked with theirs',
    folder: 'authentication/login/identity_source/identity_linking',
    file: 'account_links.html',
    macros: {
      LINKS_LIST: {
        kind: 'markup',
        meaning: 'the title, the lists and their forms, which the service writes',
        sample: (word, times) => linksMarkup(SAMPLE_LINKS, SAMPLE_POSTING, { word, times }),
      },
    },
    states: {
      some: { meaning: 'with links' },
      none: {
        meaning: 'without links',
        values: {
          LINKS_LIST: (word, times) =>
            linksMarkup({ ...SAMPLE_LINKS, links: [] }, SAMPLE_POSTING, { word, times }),
        },
      },
      last: {
        meaning: 'the only way to sign in cannot be removed',
        values: {
          LINKS_LIST: (word, times) =>
            linksMarkup({ ...SAMPLE_LINKS, problem: 'LINKS_LAST' }, SAMPLE_POSTING, { word, times }),
        },
      },
    },
  },
] as const satisfies readonly PageEntry[]
