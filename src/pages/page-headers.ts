import { openerPolicy } from '../core/opener-policy.ts'
import type { Page } from './themed-pages.ts'

/** Everything that keeps a page safe and fresh, as headers for a browser. */
export function pageHeaders(
  { policy, language }: Page,
  userAgent: string | undefined,
  // Only the origin, because the address of a page contains its flow.
  referrerPolicy = 'strict-origin',
): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': policy,
    'cross-origin-opener-policy': openerPolicy(userAgent),
    'referrer-policy': referrerPolicy,
    'cache-control': 'no-store',
    vary: 'accept-language, cookie',
  }
}
