// Writes the client for TypeScript, and the types of the console, from the description of the calls.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configFrom } from '../src/config.ts'
import { ANALYTICS_SCHEMAS } from '../src/http/description/analytics-schemas.ts'
import { CONSOLE_SCHEMAS } from '../src/http/description/console-schemas.ts'
import type { OpenApi, Operation } from '../src/http/description/document.ts'
import { PAGE_SCHEMAS } from '../src/http/description/page-schemas.ts'
import type { Schema } from '../src/http/description/schema.ts'
import { THEME_SCHEMAS } from '../src/http/description/theme-schemas.ts'
import { NOT_IN_CLIENT } from '../src/http/description/typescript.ts'
import { startService } from '../src/server.ts'
import { method } from './method.ts'
import { namesIn, typeText } from './type-text.ts'

const ROOT = join(import.meta.dirname, '..')
const BEGINNING = '// Made from the description of the calls by npm run client.\n'

/** The generated files, by path, of a description such as the pages' server gives. */
export function generatedClient(description: OpenApi): Map<string, string> {
  const calls = Object.entries(description.paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'delete'] as const).flatMap(verb => {
      const operation = item[verb]
      return operation !== undefined && isForPrograms(operation) ? [{ path, verb, operation }] : []
    }),
  )
  const { schemas } = description.components
  const methods = calls.map(call => method(call, schemas))
  const used = [...new Set(methods.flatMap(namesIn))].sort()
  const imported = used.join(', ')
  const client = `${BEGINNING}import { type Answer, type Archive, type Bytes, type CallOptions, type ClientOptions, Transport } from './transport.ts'
import type { ${imported} } from './types.ts'

export { type Answer, type Archive, type Bytes, type CallOptions, type ClientOptions, TabardError } from './transport.ts'
export type * from './types.ts'

/** A client of the service. */
export function createClient(options: ClientOptions): TabardClient {
  return new TabardClient(options)
}

/** Every call that an API client can make. Each throws a \`TabardError\` where it is refused. */
export class TabardClient {
  readonly #transport: Transport

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options)
  }

${methods.join('\n')}
}
`
  const types = reached(used, schemas)
  return new Map([
    ['client/client.ts', formatted('client/client.ts', client)],
    ['client/types.ts', formatted('client/types.ts', `${BEGINNING}\n${typesOf(types, schemas)}`)],
    ['console/src/wire.ts', formatted('console/src/wire.ts', consoleTypes(types))],
  ])
}

/** What goes between the console and the service: what the client knows already, and what only the console is told. */
function consoleTypes(known: ReadonlySet<string>): string {
  const named = { ...THEME_SCHEMAS, ...PAGE_SCHEMAS, ...ANALYTICS_SCHEMAS, ...CONSOLE_SCHEMAS }
  const own = new Set(Object.keys(named).filter(name => !known.has(name)))
  const taken = [...reached([...own], named)].filter(name => known.has(name))
  const imports =
    taken.length === 0 ? '' : `import type { ${taken.join(', ')} } from '../../client/types.ts'\n`
  return `${BEGINNING}${imports}\nexport type * from '../../client/types.ts'\n\n${typesOf(own, named)}`
}

type Schemas = Readonly<Record<string, Schema>>

/** The schemas with these names as types. */
function typesOf(names: ReadonlySet<string>, schemas: Schemas): string {
  const types = [...names].sort().map(name => {
    const { description: meaning = '', ...schema } = schemas[name]!
    return `/** ${meaning} */\nexport ${schema.properties === undefined ? `type ${name} =` : `interface ${name}`} ${typeText(schema)}\n`
  })
  return types.join('\n')
}

/** What a program with a token calls; the token itself, pages and reports of browsers are others' business. */
function isForPrograms({ tags, operationId }: Operation): boolean {
  return !tags.includes('For people') && !tags.includes('Tokens') && !NOT_IN_CLIENT.has(operationId)
}

/** Schemas by name with those that they refer to. */
function reached(names: readonly string[], schemas: Schemas): Set<string> {
  const found = new Set<string>()
  const look = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const [, other] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g))
      look(other!)
  }
  for (const name of names) look(name)
  return found
}

function formatted(path: string, text: string): string {
  const biome = join(ROOT, 'node_modules/.bin/biome')
  const options = { input: text, encoding: 'utf8', cwd: ROOT } as const
  return execFileSync(biome, ['check', '--write', `--stdin-file-path=${path}`], options)
}

async function described(): Promise<OpenApi> {
  const data = mkdtempSync(join(tmpdir(), 'tabard-client-'))
  const service = await startService(configFrom({ PORT: '0', TABARD_DATA: data }), 'silent')
  try {
    const answer = await fetch(`${service.address}/openapi.json`)
    if (!answer.ok)
      throw new Error('The calls cannot be described. Run npm run check: it finds missing schemas.')
    return (await answer.json()) as OpenApi
  } finally {
    await service.close()
    rmSync(data, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  for (const [path, text] of generatedClient(await described())) writeFileSync(join(ROOT, path), text)
}
