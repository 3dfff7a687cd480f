import { resolve } from 'node:path'
import type { Command } from 'commander'
import { isLoopback } from '../../core/federation/source-settings.ts'
import { Problem } from '../problem.ts'
import { type Credentials, credentialsFile, knownCredentials } from './credentials.ts'
import { createSender } from './http.ts'
import type { RemoteOptions } from './options.ts'
import { Session } from './session.ts'
import { settingsFrom } from './settings.ts'

/** The context of a command: options take precedence over variables, and variables over `tabard.toml`. */
export interface Context {
  readonly options: RemoteOptions
  /** The folder that contains the folder `templates`. */
  readonly folder: string
  readonly server: string | undefined
  readonly theme: string | undefined
  readonly clientId: string | undefined
  readonly clientSecret: string | undefined
  readonly credentials: string
}

export async function contextOf(options: RemoteOptions, command: Command): Promise<Context> {
  // Everybody on the machine can read the arguments of a process.
  if (command.getOptionValueSource('clientSecret') === 'cli')
    throw new Problem(2, 'A secret does not belong on the command line. Put it into TABARD_CLIENT_SECRET.')
  const { folder, environment } = await settingsFrom(options.path ?? '.', options.environment)
  const server = options.server ?? environment.server
  const path = options.path ?? (environment.path === undefined ? folder : resolve(folder, environment.path))
  return {
    options,
    folder: resolve(path),
    server: server === undefined ? undefined : serverAddress(server),
    theme: options.theme ?? environment.theme,
    clientId: options.clientId ?? environment.clientId,
    clientSecret: options.clientSecret,
    credentials: options.credentials ?? credentialsFile(),
  }
}

/** A session with the credentials from the environment, otherwise with those of the last login. */
export function sessionOf(context: Context): Session {
  const server = assertServer(context)
  const { clientId, clientSecret, credentials: file } = context
  if (clientSecret !== undefined) {
    assertMeant(context, server)
    if (clientId === undefined)
      throw new Problem(
        2,
        'TABARD_CLIENT_SECRET is set, but TABARD_CLIENT_ID is not. Set it to the id of the API client.',
      )
    return newSession(context, { server, clientId, clientSecret }, undefined)
  }
  const known = knownCredentials(file, server, clientId)
  if (known !== undefined) return newSession(context, known, file)
  throw new Problem(
    3,
    `You are not logged in to ${server}. Run "tabard theme login", or set TABARD_CLIENT_ID and TABARD_CLIENT_SECRET.`,
  )
}

export function newSession(
  { options }: Pick<Context, 'options'>,
  credentials: Credentials,
  keptIn: string | undefined,
): Session {
  const tell = options.verbose ? (line: string) => console.error(line) : () => {}
  return new Session({ credentials, keptIn, send: createSender(), tell })
}

export function assertServer({ server }: Context): string {
  if (server !== undefined) return server
  throw new Problem(
    2,
    'Name the service: with --server https://id.example.com, with TABARD_SERVER, or in tabard.toml ("tabard theme init" writes one).',
  )
}

/** Keeps the secret in the environment from a server that only a file names: the file may be from somebody else. */
export function assertMeant({ options, clientSecret }: Context, server: string): void {
  if (clientSecret === undefined || options.server !== undefined || isLoopback(new URL(server).hostname))
    return
  throw new Problem(
    2,
    `The server ${server} is from tabard.toml, and the secret in TABARD_CLIENT_SECRET may be for another one. If it is for this server, set TABARD_SERVER to the address too.`,
  )
}

/** Normalizes an address, so that different spellings mean the same server. */
function serverAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Problem(2, `The address of the server must be one such as https://id.example.com.`)
  if (url.username !== '' || url.password !== '')
    throw new Problem(2, 'The address of the server must not have credentials in it.')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
