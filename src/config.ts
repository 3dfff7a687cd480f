import { nearest } from './core/nearest.ts'
import type { Limits } from './core/refusal.ts'
import { LIMIT_OPTIONS } from './limit-setting.ts'
import { SERVICE_OPTIONS } from './service-setting.ts'
import { Mistake, type Option } from './setting.ts'
import { TRACE_OPTIONS, type Tracing, tracingOf } from './trace-setting.ts'

type Environment = Readonly<Record<string, string | undefined>>

type Values<O extends Record<string, Option<unknown>>> = {
  readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never
}

export type Config = Values<typeof SERVICE_OPTIONS> & {
  readonly limits: Readonly<Limits>
  /** Undefined if tracing is off. */
  readonly tracing: Tracing | undefined
}

/** Every option, for the generated reference. */
export function configurationOptions(): Option<unknown>[] {
  return [SERVICE_OPTIONS, LIMIT_OPTIONS, TRACE_OPTIONS].flatMap(options => Object.values(options))
}

/** Thrown when settings are wrong. Lists all mistakes at once, one sentence each. */
export class BadSettings extends Error {
  override readonly name = 'BadSettings'
}

const ONE_ORIGIN =
  'TABARD_CONSOLE_URL must be another origin than TABARD_PUBLIC_URL, whose scripts could reach the console'

/** Checks the addresses as they are in the end: where only one of them is set, the other one follows from the port. */
export function assertApart(publicUrl: string, consoleUrl: string): void {
  if (new URL(publicUrl).origin === new URL(consoleUrl).origin) throw new BadSettings(`${ONE_ORIGIN}.`)
}

/** The environment, checked and frozen. */
export function configFrom(environment: Environment = process.env): Config {
  const mistakes: string[] = []
  const config = {
    ...valuesOf(SERVICE_OPTIONS, environment, mistakes),
    limits: Object.freeze(valuesOf(LIMIT_OPTIONS, environment, mistakes)),
    tracing: tracingFrom(environment, []),
  }
  if ((config.tlsCert === undefined) !== (config.tlsKey === undefined)) {
    mistakes.push('TABARD_TLS_CERT and TABARD_TLS_KEY must be set together')
  }
  if (config.consoleUrl !== undefined && config.consoleUrl === config.publicUrl) mistakes.push(ONE_ORIGIN)
  if (mistakes.length > 0) throw new BadSettings(mistakes.map(mistake => `${mistake}.`).join('\n'))
  return Object.freeze(config)
}

function valuesOf<O extends Record<string, Option<unknown>>>(
  options: O,
  environment: Environment,
  mistakes: string[],
): Values<O> {
  const values = Object.entries(options).map(([key, { variable, fallback, parse }]) => {
    try {
      return [key, parse(environment[variable] || fallback)]
    } catch (error) {
      if (!(error instanceof Mistake)) throw error
      mistakes.push(`${variable} ${error.message}`)
      return [key, undefined]
    }
  })
  return Object.fromEntries(values) as Values<O>
}

/** Other programs on the machine use these variables too, so a wrong value only turns traces off. */
function tracingFrom(environment: Environment, mistakes: string[]): Tracing | undefined {
  const values = valuesOf(TRACE_OPTIONS, environment, mistakes)
  return mistakes.length === 0 ? tracingOf(values) : undefined
}

/** Variables that other parts read: commands, examples in the documentation, tests. */
const OTHERS =
  /^TABARD_(?:ALL|ALLOW_LIVE|CHROMIUM|CREATE|CREDENTIALS|DELETE|DRY_RUN|ENVIRONMENT|EXIT_CODE|FORCE|IGNORE|JSON|MESSAGE|MIGRATE_TO|NO_INPUT|NO_LINT|ONLY|PATH|SERVER|SOURCE|STRICT|TEST_\w+|THEME|TOKEN|VERBOSE)$/
/** A secret with fewer characters, or fewer different ones, can be guessed. */
const SECRET_LENGTH = 24
const SECRET_VARIETY = 8

/** Settings that work but are probably wrong, one sentence each. */
export function settingWarnings(environment: Environment = process.env): string[] {
  const known = configurationOptions().map(({ variable }) => variable)
  const strangers = Object.entries(environment).filter(
    ([name, value]) => /^TABARD_/i.test(name) && value && !known.includes(name) && !OTHERS.test(name),
  )
  const unknown = strangers.map(([name]) => {
    const meant = nearest(name.toUpperCase(), known)
    return `${name} is not a known setting and has no effect.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
  })
  const secret = environment[SERVICE_OPTIONS.clientSecret.variable] ?? ''
  const weak = secret !== '' && (secret.length < SECRET_LENGTH || new Set(secret).size < SECRET_VARIETY)
  const untraced: string[] = []
  const { endpoint, tracesEndpoint } = TRACE_OPTIONS
  if (environment[endpoint.variable] || environment[tracesEndpoint.variable])
    tracingFrom(environment, untraced)
  const traces = untraced.map(mistake => `${mistake}. Tracing is off until you correct it.`)
  return [...unknown, ...(weak ? [WEAK_SECRET] : []), ...unopenable(environment), ...traces]
}

const WEAK_SECRET =
  'TABARD_CLIENT_SECRET is easy to guess. Use 32 random bytes, for example from "openssl rand -hex 32". To replace it after the first start, run "tabard client rotate <client>".'

/** Links would lead to the address on which the service listens, which no browser can open if it means all addresses. */
function unopenable(environment: Environment): string[] {
  const setting = ({ variable, fallback }: Option<unknown>) => environment[variable] || fallback
  const { host, port, consolePort, publicUrl, consoleUrl, tlsCert } = SERVICE_OPTIONS
  const missing = [publicUrl, consoleUrl].filter(option => setting(option) === '')
  const given = setting(host)
  if ((given !== '0.0.0.0' && given !== '::') || missing.length === 0) return []
  const at = missing[0] === publicUrl ? setting(port) : setting(consolePort) || Number(setting(port)) + 1
  const address = `http${setting(tlsCert) === '' ? '' : 's'}://${given === '::' ? '[::]' : given}:${at}`
  const variables = missing.map(({ variable }) => variable).join(' and ')
  return [`${address} is not an address that people can open. Set ${variables}.`]
}
