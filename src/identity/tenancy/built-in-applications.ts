import { FACTORS } from '../../core/flows/assurance.ts'
import { DEFAULT_THEME } from '../../core/theme.ts'
import type { Application } from '../../store/store.ts'

/** An application with default settings. */
export const PLAIN_APPLICATION: Omit<Application, 'id' | 'name' | 'secretHash'> = {
  description: null,
  themeId: null,
  redirects: [],
  logoutRedirects: [],
  secondFactor: false,
  factors: FACTORS,
  consent: false,
  formPost: false,
  access: 'open',
  sources: null,
  directory: true,
}

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

/**
 * Whether an account may be used at an application. Test accounts and the demo application work only with each other.
 * The console shows the passwords of test accounts. Anybody can open the demo in any theme, whose scripts would see the
 * pages of other accounts.
 */
export function admits(applicationId: string | null, account: string): boolean {
  return isTestAccount(account) === isDemo(applicationId)
}

/** Whether the theme of an application applies to pages that show an account. */
export function dresses(applicationId: string | null, account: string): boolean {
  return !isDemo(applicationId) || isTestAccount(account)
}

/** Whether an application is the demo in some theme. */
export function isDemo(applicationId: string | null): boolean {
  return applicationId?.startsWith(DEMO) ?? false
}

/** The redirect URI of the demo application. */
export function demoCallback(consoleUrl: string): string {
  return `${consoleUrl}/try`
}

/**
 * The demo application of a theme. It belongs to nobody and is not in the store; it authenticates with PKCE. A tenant
 * without a console has none.
 */
export function builtInApplication(id: string, consoleUrl: string | undefined): Application | undefined {
  const theme = id.startsWith(DEMO) ? id.slice(DEMO.length) : ''
  if (consoleUrl === undefined || !THEME.test(theme)) return undefined
  return {
    ...PLAIN_APPLICATION,
    id,
    name: 'Demo',
    secretHash: null,
    themeId: theme === DEFAULT_THEME ? null : theme,
    redirects: [demoCallback(consoleUrl)],
    // Test accounts are accounts of the service itself, and nobody else may use the demo.
    sources: [],
  }
}
