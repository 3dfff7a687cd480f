/** The cookie with the session of the console. The pages' origin knows no cookie of this name. */
export function sessionName(consoleUrl: string): string {
  return isSecure(consoleUrl) ? '__Host-tabard-console' : 'tabard-console'
}

export function isSecure(url: string): boolean {
  return url.startsWith('https:')
}
