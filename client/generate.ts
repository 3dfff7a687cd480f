// Writes the client for TypeScript from the description of the calls.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configFrom } from '../src/config.ts'
import type { OpenApi, Operation } from '../src/http/description/document.ts'
import { startService } from '../src/server.ts'
import { method } from './method.ts'
import { namesIn, typeText } from './type-text.ts'

const ROOT = join(import.meta.dirname, '..')
const BEGINNING = '// Made from the description of the calls by npm run client.\n'

/** The generated files, by name, of a description such as the pages' server gives. */
export function generatedClient(description: OpenApi): Map<string, string> {
  const calls = Object.entries(description.paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'delete'] as const).flatMap(verb => {
      const operation = item[verb]
      return operation !== undefined && isForPrograms(operation) ? [{ path, verb, operation }] : []
    }),
  )
  const { schemas } = description.components
  const methods = calls.map(call => method(call, schemas))
  const named = reached(methods.flatMap(namesIn), schemas)
  const types = [...named].sort().map(name => {
    const { description: meaning = '', ...schema } = schemas[name]!
    return `/** ${meaning} */\nexport ${schema.properties === undefined ? `type ${name} =` : `interface ${name}`} ${typeText(schema)}\n`
  })
  const imported = [...new Set(methods.flatMap(namesIn))].sort().join(', ')
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
  return new Map([
    ['client.ts', formatted('client.ts', client)],
    ['types.ts', formatted('types.ts', `${BEGINNING}\n${types.join('\n')}`)],
  ])
}

/** What a program with a token calls; the token itself, pages and reports of browsers are others' business. */
function isForPrograms({ tags, operationId }: Operation): boolean {
  return !tags.includes('For people') && !tags.includes('Tokens') && !LEFT_OUT.has(operationId)
}

const LEFT_OUT = new Set(['reportPolicy', 'getReference', 'getDescription'])

/** Schemas by name with those that they refer to. */
function reached(names: readonly string[], schemas: OpenApi['components']['schemas']): Set<string> {
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

function formatted(name: string, text: string): string {
  const biome = join(ROOT, 'node_modules/.bin/biome')
  const options = { input: text, encoding: 'utf8', cwd: ROOT } as const
  return execFileSync(biome, ['check', '--write', `--stdin-file-path=client/${name}`], options)
}

async function described(): Promise<OpenApi> {
  const data = mkdtempSync(join(tmpdir(), 'tabard-client-'))
  const service = await startService(configFrom({ PORT: '0', TABARD_DATA: data }), 'silent')
  try {
    return (await (await fetch(`${service.address}/openapi.json`)).json()) as OpenApi
  } finally {
    await service.close()
    rmSync(data, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  for (const [name, text] of generatedClient(await described()))
    writeFileSync(join(import.meta.dirname, name), text)
}
