/** The guide for each screen, in the service's documentation. The first matching path counts. */
export const GUIDES: readonly (readonly [path: RegExp, address: string])[] = [
  [/^\/themes\/[^/]+\/brand$/, '/docs/brand'],
  [/^\/themes\/[^/]+\/edit$/, '/docs/themes'],
  [/^\/themes\/[^/]+\/debug$/, '/docs/analytics#from-nothing-to-seeing-events'],
  [/^\/themes$/, '/docs/console#themes'],
  [/^\/themes\b/, '/docs/console#one-theme'],
  [/^\/applications\b/, '/docs/console#applications'],
  [/^\/people\b/, '/docs/people'],
  [/^\/flows\/[^/]+$/, '/docs/flows#the-designer'],
  [/^\/flows\b/, '/docs/flows'],
  [/^\/groups\b/, '/docs/access#access-to-an-application'],
  [/^\/requests\b/, '/docs/access#requests-for-access'],
  [/^\/campaigns\b/, '/docs/access#certification-campaigns'],
  [/^\/analytics\b/, '/docs/analytics'],
  [/^\/linter\b/, '/docs/lint'],
  [/^\/sources\b/, '/docs/sources'],
  [/^\/clients\b/, '/docs/api#api-clients-for-some-themes'],
  [/^\/outbox\b/, '/docs/mail#the-outbox'],
  [/^\/try\b/, '/docs/console#try-the-sign-in'],
]

/** The guide for an error of a proxy in front of the service, by its status. */
export const PROXY_GUIDES: Readonly<Record<number, string>> = {
  413: '/docs/troubleshooting#413-without-messageid',
  502: '/docs/troubleshooting#the-api-answers-503',
  503: '/docs/troubleshooting#the-api-answers-503',
  504: '/docs/troubleshooting#the-api-answers-503',
}

/** The guide for a proxy that removes the ETag of responses. */
export const ETAG_GUIDE = '/docs/proxies#a-proxy'

/** The URL of the guide for the screen at a path. */
export function guideFor(path: string): string {
  return GUIDES.find(([screen]) => screen.test(path))?.[1] ?? '/docs/console#screens'
}
