import type { Page } from '../description/call.ts'

/** What browsers load from the console. */
export const CONSOLE_PAGES = {
  asset: { GET: { id: 'consoleAsset', page: 'A script, style sheet or image of the console.' } },
  index: { GET: { id: 'consolePage', page: 'A page of the console.' } },
} as const satisfies Record<string, { GET: Page }>
