import type { ConsoleTab } from './console-tab.ts'
import { signedInOperator } from './operator.ts'
import type { TestService } from './service.ts'

/**
 * Lets somebody else use a tab of the console for a while. A browser context of their own would start a process, and load
 * and compile the console and axe anew.
 */
export async function lend(
  { tab, context }: ConsoleTab,
  running: TestService,
  userName: string,
  work: () => Promise<void>,
): Promise<void> {
  // Nothing of one person is shown to the other: the next screen is loaded.
  await tab.goto('about:blank')
  const cookies = await context.cookies(running.service.consoleUrl)
  const mine = cookies.find(({ name }) => name === 'tabard-console')!
  const { cookie } = await signedInOperator(running, userName)
  await context.addCookies([{ ...mine, value: cookie.slice(cookie.indexOf('=') + 1) }])
  try {
    await work()
  } finally {
    await tab.goto('about:blank')
    await context.addCookies([mine])
  }
}
