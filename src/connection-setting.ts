type Environment = Readonly<Record<string, string | undefined>>

/** The variables that name proxies and additional certificate authorities. */
export function connectionVariables(environment: Environment = process.env): {
  readonly proxyEnv: Environment
  readonly authorities: string | undefined
} {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap(name => [name, name.toLowerCase()])
  const proxyEnv = Object.fromEntries(names.map(name => [name, environment[name]]))
  return { proxyEnv, authorities: environment.SSL_CERT_FILE || undefined }
}

const OFF = ['', '0', 'false', 'no', 'off']

/** Whether the value of a flag's variable turns the flag off. */
export function turnsOff(variable: string, environment: Environment = process.env): boolean {
  const value = environment[variable]
  return value !== undefined && OFF.includes(value.toLowerCase())
}

/** Whether a variable is there, but empty. It then counts as unset. */
export function isEmpty(variable: string, environment: Environment = process.env): boolean {
  return environment[variable] === ''
}

/** The variables that a browser process gets: where programs, fonts and temporary files are. None of them is secret. */
const NEEDED =
  /^(?:PATH|LANG|LC_\w+|TMPDIR|TEMP|TMP|SystemRoot|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_DATA_DIRS)$/i

/** The variables that say where a browser is installed. */
export function browserVariables(environment: Environment = process.env) {
  const named = ['TABARD_CHROMIUM', 'CHROME_PATH', 'PUPPETEER_EXECUTABLE_PATH'].flatMap(variable => {
    const path = environment[variable]
    return path ? [{ variable, path }] : []
  })
  const needed = Object.entries(environment).filter(
    ([name, value]) => NEEDED.test(name) && value !== undefined,
  )
  return {
    named,
    path: environment.PATH ?? '',
    playwright: environment.PLAYWRIGHT_BROWSERS_PATH || undefined,
    needed: Object.fromEntries(needed) as Record<string, string>,
  }
}
