/** The values of Cross-Origin-Opener-Policy on pages of themes. */
export type OpenerPolicy = 'noopener-allow-popups' | 'same-origin'

/**
 * How a page isolates itself from other windows. `noopener-allow-popups` cuts off every opener, also one of the same
 * origin, such as a page of another theme. Browsers ignore values that they do not know. So it is sent only to those
 * that know it: Chromium 131 and Safari 18.4. The others get `same-origin`.
 */
export function openerPolicy(userAgent: string | undefined): OpenerPolicy {
  return cutsEveryOpener(userAgent ?? '') ? 'noopener-allow-popups' : 'same-origin'
}

function cutsEveryOpener(userAgent: string): boolean {
  // Android's WebView has no opener policy, whatever its version.
  if (/; wv\)/.test(userAgent)) return false
  const chromium = /Chrom(?:e|ium)\/(\d{1,4})/.exec(userAgent)
  if (chromium !== null) return Number(chromium[1]) >= 131
  // All browsers on iOS use Safari's engine, and some name only the version of the system.
  const safari = /AppleWebKit\/.*\bVersion\/(\d{1,3})\.(\d{1,3})/.exec(userAgent) ?? IOS.exec(userAgent)
  if (safari === null) return false
  const [major, minor] = [Number(safari[1]), Number(safari[2])]
  return major > 18 || (major === 18 && minor >= 4)
}

const IOS = /\(i(?:Phone|Pad|Pod)[^)]*\bOS (\d{1,3})_(\d{1,3})/
