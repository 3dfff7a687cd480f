import { shown } from '../lint-shown.ts'
import { typed } from '../output.ts'
import { print } from '../print.ts'
import { Problem } from '../problem.ts'
import { canAsk, secretFrom } from './ask.ts'
import { assertMeant, assertServer, type Context, newSession, sessionOf } from './context.ts'
import { forgetCredentials, keepCredentials, knownCredentials } from './credentials.ts'

/** `login`: verifies the credentials of an API client, and saves them. */
export async function login(context: Context): Promise<void> {
  const { options, credentials: file } = context
  const server = context.server ?? (canAsk(options) ? undefined : assertServer(context))
  if (server === undefined)
    throw new Problem(
      2,
      'Give the address of the service, as in "tabard theme login --server https://id.example.com".',
    )
  assertMeant(context, server)
  const clientId = context.clientId ?? (canAsk(options) ? await typed('Client ID: ') : '')
  if (clientId === '') throw new Problem(2, 'Give the id of the API client with --client-id.')
  const clientSecret = context.clientSecret ?? (await secretFrom(`Client secret for ${server}: `, options))
  if (clientSecret === '')
    throw new Problem(2, 'Give the secret on standard input, or in TABARD_CLIENT_SECRET.')
  const credentials = { server, clientId, clientSecret }
  await newSession(context, credentials, undefined).renew()
  keepCredentials(file, credentials)
  if (options.json) print({ server, clientId }, options)
  else console.error(`Logged in to ${server} as ${shown(clientId)}.`)
}

/** `logout`: removes the saved credentials. */
export function logout(context: Context): void {
  const { options, credentials: file, clientId } = context
  const server = assertServer(context)
  const known = knownCredentials(file, server, clientId)
  if (known !== undefined) forgetCredentials(file, known)
  if (options.json) print({ server, loggedOut: known !== undefined }, options)
  else
    console.error(known === undefined ? `You were not logged in to ${server}.` : `Logged out of ${server}.`)
}

/** `whoami`: the API client, and whether the service still accepts it. */
export async function whoami(context: Context): Promise<void> {
  const session = sessionOf(context)
  await session.renew()
  const from = context.clientSecret === undefined ? 'login' : 'environment'
  print({ server: session.server, clientId: session.clientId, credentials: from }, context.options)
}
