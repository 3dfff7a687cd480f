import type { BrowserContext, Page } from 'playwright-core'

const WATCH = `
  window.violations = [];
  document.addEventListener('securitypolicyviolation', event =>
    window.violations.push(event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample));
`

/** A tab, and everything that went wrong in it. */
export interface Watched {
  readonly tab: Page
  /** What the console and uncaught errors said. */
  readonly errors: string[]
  /** The addresses that were asked for. */
  readonly asked: string[]
  violations(): Promise<string[]>
}

/** A tab that keeps account of errors, requests and breaches of policy. */
export async function watched(context: BrowserContext): Promise<Watched> {
  const tab = await context.newPage()
  const errors: string[] = []
  const asked: string[] = []
  await tab.addInitScript(WATCH)
  tab.on('console', message => {
    // Some browsers ask for this by themselves where a document names no icon, as mails do not.
    if (message.location().url.endsWith('/favicon.ico')) return
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  tab.on('pageerror', error => void errors.push(String(error)))
  tab.on('request', request => void asked.push(request.url()))
  tab.on('requestfailed', request => {
    const why = request.failure()?.errorText
    // Going on to the next page leaves requests behind.
    if (why !== 'net::ERR_ABORTED') errors.push(`${request.url()} failed: ${why}`)
  })
  return { tab, errors, asked, violations: async () => (await tab.evaluate('window.violations')) as string[] }
}
