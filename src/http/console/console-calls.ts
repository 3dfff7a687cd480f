import type { Page } from '../description/call.ts'

/** What browsers load from the console. */
export const CONSOLE_PAGES = {
  asset: { GET: { id: 'consoleAsset', page: 'What the pages of the console load.' } },
  index: { GET: { id: 'consolePage', page: 'Every page of the console.' } },
} as const satisfies Record<string, { GET: Page }>
