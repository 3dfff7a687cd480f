import { ISSUER_PATH } from '../../identity/identity.ts'
import { GROUPS, isPage } from './call.ts'
import type { CallBook, Entry } from './call-book.ts'
import type { Example, OpenApi, PathItem, Server } from './document.ts'
import { oauthSample, operationOf } from './operation.ts'
import { commonErrors, type Origin, ownErrors } from './refusals.ts'
import { text } from './schema.ts'
import { SCHEMAS } from './schemas.ts'

/** Where the servers of a tenant are, and what the description has to know of them. */
export interface Place {
  readonly version: string
  readonly pagesUrl: string
  readonly consoleUrl: string
  /** The cookie with the session of the console. */
  readonly cookie: string
}

const INTRODUCTION = `You upload themes as packages, and Tabard serves branded pages and mails.

Calls need an access token (\`Authorization: Bearer …\`) unless stated otherwise. A console session is accepted instead
only at the console's address and from the console's own pages. Every response has \`X-Request-Id\`. If an address does
not support a method, the response is 405 with \`Allow\` (\`TABRD0102E\`).`

const HEADERS = {
  ETag: 'The version of the content, for `If-Match` and `If-None-Match`.',
  Location: 'The address.',
  'Tabard-Ignored':
    'Number of ignored entries of the archive, plus one if a name for the default theme was ignored. Absent if there are none.',
  'Tabard-Outdated':
    'Number of files that were not stored, because they equal a file of an earlier master. Absent if there are none.',
  'Tabard-Never-Shown':
    'Number of written files that no page, mail or address uses. Absent if there are none.',
  'Tabard-Findings':
    'Number of errors and warnings of the linter in the written file, or in the theme after a package. Absent if the linter took longer than a second.',
  'Tabard-Subject': 'Subject of a mail, percent-encoded.',
  'Tabard-Sender': 'Sender of a mail, percent-encoded.',
}

/** The OpenAPI description of a server. The console's description also contains the calls of the pages' server. */
export function openApi(book: CallBook, origin: Origin, place: Place): OpenApi {
  const { entries, aliases } = book.told(origin)
  const groups = new Set(entries.map(({ described }) => (isPage(described) ? 'For people' : described.group)))
  const server = servers(place)
  const paths: Record<string, PathItem> = {}
  for (const entry of entries) {
    const { path, method, origins } = entry
    paths[path] ??= origin === 'console' && origins.length === 1 ? { servers: [server[origins[0]!]] } : {}
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(entry) }
  }
  // Aliases are not separate paths: their operations would have the same ids, and generators would create each call
  // twice.
  for (const [path, alike] of Map.groupBy(aliases, ({ of }) => of)) {
    const others = alike.map(({ path }) => path)
    const description = `Also at ${others.map(other => `\`${other}\``).join(', ')}.`
    paths[path] = { description, 'x-aliases': others, ...paths[path] }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tabard',
      version: place.version,
      description: INTRODUCTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: origin === 'pages' ? [server.pages] : [server.pages, server.console],
    tags: Object.entries(GROUPS)
      .filter(([name]) => groups.has(name as keyof typeof GROUPS))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: used(paths),
      examples: errorExamples(entries),
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, description]) => [
          name,
          { description, schema: text(description) },
        ]),
      ),
      securitySchemes: {
        oauth2: {
          type: 'oauth2',
          description:
            'An API client with its id and secret. Its permissions are set in the console or with the CLI; there are no scopes.',
          flows: {
            clientCredentials: { tokenUrl: `${place.pagesUrl}${ISSUER_PATH}/token`, scopes: {} },
          },
        },
        token: { type: 'http', scheme: 'bearer', description: 'An access token of an API client.' },
        ...(origin === 'console' && {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: place.cookie,
            description:
              'The session of a person who is signed in to the console. It is accepted only from the console’s own pages.',
          },
        }),
      },
    },
  }
}

function servers({ pagesUrl, consoleUrl }: Place): Record<Origin, Server> {
  return {
    pages: { url: pagesUrl, description: 'The service.' },
    console: { url: consoleUrl, description: 'The console.' },
  }
}

/** The named schemas that calls refer to, and those that these refer to. */
function used(paths: Readonly<Record<string, PathItem>>): OpenApi['components']['schemas'] {
  const found = new Set<string>()
  const look = (within: unknown) => {
    for (const [, name] of JSON.stringify(within).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name!)) continue
      found.add(name!)
      look(SCHEMAS[name as keyof typeof SCHEMAS])
    }
  }
  look(paths)
  return Object.fromEntries(Object.entries(SCHEMAS).filter(([name]) => found.has(name)))
}

/** Every error that is named, once. */
function errorExamples(entries: readonly Entry[]): Record<string, Example> {
  const examples = new Map<string, Example>()
  for (const { described: call, origins } of entries) {
    if (isPage(call)) continue
    for (const { code, title, body } of commonErrors(call.group))
      examples.set(code, { summary: title, value: body })
    for (const { code, status, title, body } of ownErrors(call, origins)) {
      const error = status < 429 ? 'invalid_request' : 'temporarily_unavailable'
      const oauth = { error, error_description: body.messageDescription, ...body }
      if (call.oauth === undefined) examples.set(code, { summary: title, value: body })
      else examples.set(`oauth.${code}`, { summary: title, value: oauth })
    }
    for (const error of Object.values(call.oauth ?? {}).flat())
      examples.set(`oauth.${error}`, oauthSample(error))
  }
  return Object.fromEntries([...examples].sort(([a], [b]) => (a < b ? -1 : 1)))
}
