import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { type Config, configFrom, settingWarnings } from '../config.ts'
import { shippedMaster, VERSION } from '../installation.ts'
import { limitWarnings } from '../least-limits.ts'
import type { Service } from '../server.ts'
import { makeFolder } from '../store/store.ts'
import { fileMessage, isFileError } from './problem.ts'

const STOP_MS = 9_500

/** `tabard serve`: runs the service until it receives a signal to stop. */
export function serveCommand(): Command {
  return new Command('serve').description('run the service').action(serve)
}

async function serve(): Promise<void> {
  const stopWith = handleSignals()
  hideFetch()
  // Loaded on demand, because no other command needs it.
  const { startService } = await import('../server.ts')
  const config = configFrom()
  const terminal = process.stdout.isTTY === true
  const service = await startService(config, config.logLevel ?? (terminal ? 'warn' : 'info'))
  stopWith(service)
  const limits = limitWarnings(config.limits, shippedMaster().files)
  for (const warning of [...settingWarnings(), ...limits]) service.app.log.warn(warning)
  // If standard output is a log in JSON, nothing else may be written to it.
  const isJson =
    (config.logFormat ?? (terminal ? 'pretty' : 'json')) === 'json' && config.logLevel !== 'silent'
  for (const line of welcome(service, config, terminal)) (isJson ? console.error : console.log)(line)
}

/**
 * Keeps the HTTP client of `fetch` from being loaded, which takes 14 MB: it is behind three exports of `node:http`, and
 * an import of that module, as in dependencies, reads every enumerable export.
 */
function hideFetch(): void {
  const http = process.getBuiltinModule('node:http')
  for (const name of ['CloseEvent', 'MessageEvent', 'WebSocket'])
    Object.defineProperty(http, name, { enumerable: false })
}

/**
 * Ends the process when it receives a signal. The returned function takes the service that has to be stopped first.
 * Called before the service starts, because a signal without a handler has no effect on process 1 of a container.
 */
function handleSignals(): (service: Service) => void {
  const { promise: hurried, resolve: hurry } = Promise.withResolvers<void>()
  let service: Service | undefined
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (service === undefined) process.exit(0)
      // Ctrl+C means that there is no proxy to wait for, and so does a second signal. It never interrupts requests:
      // started by npm, the service may receive each Ctrl+C twice.
      if (stopping || signal === 'SIGINT') hurry()
      if (stopping) return
      stopping = true
      await Promise.race([service.drain(), hurried])
      setTimeout(() => process.exit(0), STOP_MS).unref()
      await service.close()
      process.exit(0)
    })
  }
  return started => {
    service = started
  }
}

function* welcome(service: Service, config: Config, terminal: boolean): Generator<string> {
  const { firstClient, firstAdministrator, address, publicUrl, consoleUrl, metricsUrl, store } = service
  const secrets = madeSecrets(service, config)
  // Written before the service announces that it listens, because a script may read the file right then.
  const { file, failure }: Kept = secrets.size > 0 && !terminal ? keepCredentials(config, secrets) : {}
  const place = (name: string) => {
    const secret = secrets.get(name)
    if (secret === undefined) return `from ${name}`
    if (failure !== undefined) return 'not stored'
    return file === undefined ? `${secret} (shown only once)` : `in ${file}`
  }
  yield `Tabard ${VERSION} · ${store.name}`
  yield `Listening on ${address}${publicUrl === address ? '' : `, public address ${publicUrl}`}`
  yield `Console on ${consoleUrl}`
  if (metricsUrl !== undefined) yield `Metrics on ${metricsUrl}`
  if (firstAdministrator !== undefined)
    yield `Administrator ${firstAdministrator.userName}, password ${place('TABARD_ADMIN_PASSWORD')}`
  if (firstClient !== undefined)
    yield `API client ${firstClient.clientId}, secret ${place('TABARD_CLIENT_SECRET')}`
  if (failure !== undefined)
    yield `The new credentials were not stored. ${fileMessage(failure)} To get others, run ${renewals(secrets)}.`
  else if (firstClient !== undefined) {
    const { clientId, clientSecret } = firstClient
    if (!secrets.has('TABARD_CLIENT_SECRET'))
      yield `Try it: ${curl(address, `${quoted(`${clientId}:`)}"$TABARD_CLIENT_SECRET"`)}`
    else if (file !== undefined)
      yield `Try it: . ${quoted(file)} && ${curl(address, '"$TABARD_CLIENT_ID:$TABARD_CLIENT_SECRET"')}`
    else yield `Try it: ${curl(address, quoted(`${clientId}:${clientSecret}`))}`
  }
}

/** The commands that replace these secrets. */
function renewals(secrets: ReadonlyMap<string, string>): string {
  const commands: string[] = []
  if (secrets.has('TABARD_ADMIN_PASSWORD')) commands.push('"tabard admin reset-password"')
  if (secrets.has('TABARD_CLIENT_ID'))
    commands.push(`"tabard client rotate ${secrets.get('TABARD_CLIENT_ID')}"`)
  return commands.join(' and ')
}

/** The secrets that were created at this start and are stored nowhere else, by the names of their settings. */
function madeSecrets({ firstClient, firstAdministrator }: Service, config: Config): Map<string, string> {
  const made = new Map<string, string>()
  if (firstClient !== undefined && config.clientSecret === undefined) {
    made.set('TABARD_CLIENT_ID', firstClient.clientId).set('TABARD_CLIENT_SECRET', firstClient.clientSecret)
  }
  if (firstAdministrator !== undefined && config.adminPassword === undefined) {
    made.set('TABARD_ADMIN_PASSWORD', firstAdministrator.password)
  }
  return made
}

/** Where the secrets were stored, or why they were not. The service can be used without them. */
interface Kept {
  readonly file?: string
  readonly failure?: NodeJS.ErrnoException
}

function keepCredentials({ data }: Config, secrets: ReadonlyMap<string, string>): Kept {
  const file = join(data, 'credentials.env')
  try {
    makeFolder(data)
    // Secrets that an earlier start stored in the file are kept.
    const before = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    const kept = before.filter(line => line !== '' && !secrets.has(line.split('=', 1)[0]!))
    const made = [...secrets].map(([name, value]) => `${name}=${quoted(value)}`)
    writeFileSync(file, `${[...kept, ...made].join('\n')}\n`, { mode: 0o600 })
  } catch (error) {
    if (!isFileError(error)) throw error
    return { failure: error }
  }
  return { file: data.startsWith('/') ? file : `./${file}` }
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** An example command that gets a token and changes the colour of the default theme, which the sign-in page shows. */
function curl(address: string, credentials: string): string {
  const token = `curl -s -u ${credentials} -d grant_type=client_credentials ${address}/v1.0/endpoint/default/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'`
  const change = `curl -X PUT -H "Authorization: Bearer $(${token})" -F 'file=:root { --color-brand: #b3123f }' ${address}/v1.0/branding/themes/default/common/page_style.css`
  return `${change} && echo "Look at ${address}/idaas/mtfim/sps/idaas/login"`
}
