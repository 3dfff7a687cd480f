import type { Method, Page } from '../description/call.ts'

/** The pages on which people sign in to the console, and their forms. */
export const CONSOLE_SIGN_IN = {
  signIn: form('consoleSignIn', 'Signing in to the console with a username and a password.'),
  step: form('consoleSignInStep', 'What follows the password: a second factor, or a new password.'),
  forgotten: form('consoleForgotten', 'Requesting a link to reset a forgotten password.'),
  recover: form('consoleRecovery', 'Setting a new password with this link.'),
  signedOut: { GET: { id: 'consoleSignedOut', page: 'The page after signing out of the console.' } },
} as const satisfies Record<string, Partial<Record<Method, Page>>>

function form(id: string, page: string): Record<'GET' | 'POST', Page> {
  return { GET: { id, page }, POST: { id, page } }
}
