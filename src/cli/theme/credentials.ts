import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Problem } from '../problem.ts'

/** An API client of a server, and its newest token. */
export interface Credentials {
  readonly server: string
  readonly clientId: string
  readonly clientSecret: string
  readonly token?: string
  /** When the token expires, in milliseconds since 1970. */
  readonly until?: number
}

interface Kept {
  readonly clients: readonly Credentials[]
}

/** Where credentials are stored by default. */
export function credentialsFile(): string {
  return join(homedir(), '.config', 'tabard', 'credentials.json')
}

/** The saved credentials for a server: those of the given API client, otherwise those of the last login. */
export function knownCredentials(
  file: string,
  server: string,
  clientId: string | undefined,
): Credentials | undefined {
  return read(file).clients.find(
    client => client.server === server && (clientId === undefined || client.clientId === clientId),
  )
}

/** Saves credentials for the next command. Only the owner of the file can read them. */
export function keepCredentials(file: string, credentials: Credentials): void {
  write(file, { clients: [credentials, ...others(file, credentials)] })
}

/**
 * Saves the new token of credentials that are still saved. A command that was running during a logout or a new login
 * changes neither, and the API client of the last login stays the default.
 */
export function keepToken(file: string, credentials: Credentials): void {
  const { clients } = read(file)
  const { server, clientId, clientSecret } = credentials
  const at = clients.findIndex(
    client =>
      client.server === server && client.clientId === clientId && client.clientSecret === clientSecret,
  )
  if (at !== -1) write(file, { clients: clients.with(at, credentials) })
}

/** Removes the credentials of an API client. */
export function forgetCredentials(file: string, credentials: Credentials): void {
  write(file, { clients: others(file, credentials) })
}

function others(file: string, { server, clientId }: Credentials): Credentials[] {
  return read(file).clients.filter(client => client.server !== server || client.clientId !== clientId)
}

function read(file: string): Kept {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<Kept>
    return { clients: Array.isArray(kept.clients) ? kept.clients : [] }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { clients: [] }
    throw new Problem(1, `The credentials in ${file} cannot be read. Remove the file and log in again.`)
  }
}

/** Writes to a new file and renames it, so that a reader never sees a partial file. */
function write(file: string, kept: Kept): void {
  const next = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(next, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: 'w' })
    chmodSync(next, 0o600)
    renameSync(next, file)
  } catch (error) {
    rmSync(next, { force: true })
    throw new Problem(1, `The credentials cannot be kept in ${file}: ${(error as Error).message}.`)
  }
}
