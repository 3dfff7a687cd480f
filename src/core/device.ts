const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** No browser has a longer user agent. */
const MOST_CHARACTERS = 512

/**
 * Browser and device for people, such as “Firefox, Windows”; undefined if neither is known. Only known names are used,
 * so that nobody can write text into a mail by the name of their program.
 */
export function deviceName(userAgent: string | undefined): string | undefined {
  const text = (userAgent ?? '').slice(0, MOST_CHARACTERS)
  const names = [BROWSERS, SYSTEMS].flatMap(all => all.find(([pattern]) => pattern.test(text))?.[1] ?? [])
  return names.length === 0 ? undefined : names.join(', ')
}
