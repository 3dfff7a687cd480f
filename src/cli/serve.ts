import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { type Config, configFrom } from '../config.ts'
import { type Service, startService, VERSION } from '../server.ts'

const STOP_MS = 9_500

/** `tabard serve`: runs the service until it is told to stop. */
export function serveCommand(): Command {
  return new Command('serve').description('run the service').action(serve)
}

async function serve(): Promise<void> {
  const config = configFrom()
  const terminal = process.stdout.isTTY === true
  const service = await startService(config, config.logLevel ?? (terminal ? 'warn' : 'info'))
  for (const line of welcome(service, config, terminal)) console.log(line)
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(0), STOP_MS).unref()
      await service.close()
      process.exit(0)
    })
  }
}

function* welcome(service: Service, config: Config, terminal: boolean): Generator<string> {
  const { firstClient, address, publicUrl, store } = service
  const made = firstClient !== undefined && config.clientSecret === undefined
  // Before anybody is told that the service listens: a script may read the file as soon as it hears that.
  const file = made && !terminal ? keepCredentials(config, firstClient) : undefined
  yield `Tabard ${VERSION} · ${store.name}`
  yield `Listening on ${address}${publicUrl === address ? '' : `, public address ${publicUrl}`}`
  if (firstClient === undefined) return
  const { clientId, clientSecret } = firstClient
  if (file !== undefined) {
    yield `API client ${clientId}; its secret is in ${file}`
    yield `Try it: . ${quoted(file)} && ${curl(address, '"$TABARD_CLIENT_ID:$TABARD_CLIENT_SECRET"')}`
  } else if (made) {
    yield `API client     ${clientId}`
    yield `Its secret     ${clientSecret} (shown this once)`
    yield `Try it: ${curl(address, quoted(`${clientId}:${clientSecret}`))}`
  } else {
    yield `API client ${clientId}, with the secret of TABARD_CLIENT_SECRET`
    yield `Try it: ${curl(address, `${quoted(`${clientId}:`)}"$TABARD_CLIENT_SECRET"`)}`
  }
}

function keepCredentials(
  { data }: Config,
  { clientId, clientSecret }: NonNullable<Service['firstClient']>,
): string {
  const file = join(data, 'credentials.env')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const text = `TABARD_CLIENT_ID=${quoted(clientId)}\nTABARD_CLIENT_SECRET=${quoted(clientSecret)}\n`
  writeFileSync(file, text, { mode: 0o600 })
  return data.startsWith('/') ? file : `./${file}`
}

/** A word that a shell takes as it is. */
function quoted(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Gets a token and changes the colour of the default theme, which the sign-in page shows. */
function curl(address: string, credentials: string): string {
  const token = `curl -s -u ${credentials} -d grant_type=client_credentials ${address}/v1.0/endpoint/default/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'`
  const change = `curl -X PUT -H "Authorization: Bearer $(${token})" -F 'file=:root { --color-brand: crimson }' ${address}/v1.0/branding/themes/default/common/page_style.css`
  return `${change} && echo "Look at ${address}/idaas/mtfim/sps/idaas/login"`
}
