import type { MacroEntries } from './entry.ts'
import { action, problem } from './macros.ts'

/** The macros of the pages for a user name and a password. */
export const signIn = {
  ...action,
  ...problem,
  ID_SOURCES: {
    kind: 'json',
    meaning:
      'the identity sources: a list of type and loginUrl. The directory (CLOUDDIRECTORY) has forgotPasswordOptions.forgotPasswordUrl, others have id, name, displayName and icon',
    sample: [
      {
        type: 'CLOUDDIRECTORY',
        loginUrl: '/idaas/mtfim/sps/idaas/login?runtime=true&flow=preview',
        forgotPasswordOptions: {
          forgotPasswordUrl: '/idaas/mtfim/sps/idaas/login?runtime=true&operation=forgot_password',
        },
      },
    ],
  },
  SHOW_DIRECTORY: {
    kind: 'text',
    meaning: 'none hides the form for username and password, block shows it',
    sample: 'block',
  },
  LOGIN_HINT: { kind: 'text', meaning: 'the username that the application suggests', sample: '' },
  USERNAME: { kind: 'text', meaning: 'the username that was tried', sample: '' },
  USERNAME_FIXED: {
    kind: 'switch',
    meaning: 'readonly if a person who is signed in must confirm their own password',
    sample: '',
  },
  MESSAGE: { kind: 'text', meaning: 'why somebody who is signed in sees this page', sample: '' },
  SHOW_FORGOT_PASSWORD_LINK: {
    kind: 'text',
    meaning:
      'none hides the link, block shows it; at the beginning of an href, the value of @FORGOT_PASSWORD_URL@',
    sample: 'block',
    standIns: { address: 'FORGOT_PASSWORD_URL' },
  },
  FORGOT_PASSWORD_URL: {
    kind: 'address',
    meaning: 'page for people who forgot their password',
    sample: '/idaas/mtfim/sps/idaas/login?runtime=true&operation=forgot_password',
  },
  REGISTRATION_URL: {
    kind: 'address',
    meaning: 'where people register',
    sample: '/flows/?reference=registration',
  },
  SHOW_REGISTRATION_LINK: { kind: 'text', meaning: 'none hides the link, block shows it', sample: 'block' },
  SHOW_FORGOT_USERNAME_LINK: { kind: 'text', meaning: 'none hides the link, block shows it', sample: 'none' },
} satisfies MacroEntries
