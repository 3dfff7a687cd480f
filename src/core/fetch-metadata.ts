/**
 * What a browser says about the origin of a request (Fetch Metadata Request Headers). Scripts can neither set nor
 * remove these headers, so they distinguish a person who opens a page from a script that requests it.
 */
export interface FetchMetadata {
  readonly site: string | undefined
  readonly mode: string | undefined
  readonly dest: string | undefined
  /** The purpose of a request that is made in advance, such as a prefetch. */
  readonly purpose: string | undefined
  readonly userAgent: string | undefined
}

/** The metadata among the headers of a request. */
export function fetchMetadata(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): FetchMetadata {
  const text = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]))
  return {
    site: text('sec-fetch-site'),
    mode: text('sec-fetch-mode'),
    dest: text('sec-fetch-dest'),
    purpose: text('sec-purpose'),
    userAgent: text('user-agent'),
  }
}

/** Whether a person opens a page in a top-level window, as far as the browser says. */
export function isNavigation({ mode, dest, purpose, userAgent }: FetchMetadata): boolean {
  if (purpose !== undefined) return false
  // Node's fetch sends the mode without a destination; browsers always send both.
  const isLibrary = dest === undefined && /^(?:node|undici)$/.test(userAgent ?? '')
  return isLibrary || ((mode ?? 'navigate') === 'navigate' && (dest ?? 'document') === 'document')
}

/** Whether an application renews its tokens in a hidden frame of its own page. */
export function isFramedByApplication({ site, mode, dest, purpose }: FetchMetadata): boolean {
  return purpose === undefined && mode === 'navigate' && dest === 'iframe' && site !== 'same-origin'
}

/** Whether browsers send the metadata to a service: they do for HTTPS and for localhost. */
export function isTold(address: string, hosts: readonly string[]): boolean {
  return address.startsWith('https:') || hosts.every(isLoopback)
}

/** Whether a host, with or without a port, is the machine itself. */
function isLoopback(host: string): boolean {
  return /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host)
}
