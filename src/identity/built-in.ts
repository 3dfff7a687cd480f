import { DEFAULT_THEME, MASTER } from '../core/theme.ts'
import type { Application } from '../store/store.ts'

/** The console as an application of the provider. */
export const CONSOLE_CLIENT = 'tabard-console'

const DEMO = 'tabard-demo.'
const THEME = /^(?:default|[0-9a-f-]{36})$/

/** The client id of the demo application in a theme. */
export function demoClient(themeId: string): string {
  return DEMO + themeId
}

/** The id of the account with which an operator tries the demo application. */
export function testAccount(operator: string): string {
  return DEMO + operator
}

export function isTestAccount(id: string): boolean {
  return id.startsWith(DEMO)
}

/** Whether an account may be used at an application: a test account, whose password is told, at the demo alone. */
export function admits(applicationId: string | null, account: string): boolean {
  return !isTestAccount(account) || (applicationId?.startsWith(DEMO) ?? false)
}

/** Where signing in to the console leads back to. */
export function consoleCallback(consoleUrl: string): string {
  return `${consoleUrl}/callback`
}

/** Where signing in to the demo application leads back to. */
export function demoCallback(consoleUrl: string): string {
  return `${consoleUrl}/try`
}

/** The applications of the service itself, which are nobody's and not in the store; they prove themselves by PKCE. */
export function builtInApplication(id: string, consoleUrl: () => string): Application | undefined {
  const common = {
    id,
    description: null,
    secretHash: null,
    logoutRedirects: [],
    secondFactor: false,
    consent: false,
  }
  if (id === CONSOLE_CLIENT)
    // No theme stands between an administrator and the console.
    return { ...common, name: 'Console', themeId: MASTER, redirects: [consoleCallback(consoleUrl())] }
  const theme = id.startsWith(DEMO) ? id.slice(DEMO.length) : ''
  if (!THEME.test(theme)) return undefined
  return {
    ...common,
    name: 'Demo',
    themeId: theme === DEFAULT_THEME ? null : theme,
    redirects: [demoCallback(consoleUrl())],
  }
}
