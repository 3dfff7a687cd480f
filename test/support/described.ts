import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Media, OpenApi, Operation } from '../../src/http/description/document.ts'
import type { Schema } from '../../src/http/description/schema.ts'

const VERBS = ['get', 'post', 'put', 'delete'] as const

/** An operation with the address that it is described at. */
export interface Described {
  readonly path: string
  readonly verb: (typeof VERBS)[number]
  readonly operation: Operation
  /** Where it is served, if not where all others are. */
  readonly servers: OpenApi['servers'] | undefined
}

/** Every operation at every address, aliases among them. */
export function operationsOf({ paths }: OpenApi): Described[] {
  return Object.entries(paths).flatMap(([own, item]) =>
    [own, ...(item['x-aliases'] ?? [])].flatMap(path =>
      VERBS.flatMap(verb => {
        const operation = item[verb]
        return operation === undefined ? [] : [{ path, verb, operation, servers: item.servers }]
      }),
    ),
  )
}

/** Tells of each answer whether it is what the description says, and remembers which were seen. */
export class Witness {
  readonly #description: OpenApi
  readonly #operations: { matches: RegExp; described: Described }[]
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': true } })
  readonly #validators = new Map<string, ValidateFunction>()
  #turn: Promise<unknown> = Promise.resolve()
  /** What was seen: the id of the operation and the status. */
  readonly seen = new Set<string>()

  constructor(description: OpenApi) {
    this.#description = description
    this.#ajv.addSchema({ $id: 'described', components: closed(description.components) })
    const literal = (path: string) => path.replaceAll(/\{\w+\}/g, '').length
    this.#operations = operationsOf(description)
      .sort((a, b) => literal(b.path) - literal(a.path))
      .map(described => ({ matches: pattern(described.path), described }))
  }

  /** The check of a value against a schema of the description, in which nothing may be that is not described. */
  validator(schema: Schema): ValidateFunction {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"described#/components/')
    const known = this.#validators.get(text) ?? this.#ajv.compile(JSON.parse(text))
    this.#validators.set(text, known)
    return known
  }

  /** Calls in turn, so that what one writes is no chance for the next, and checks status, type and body. */
  fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const answer = this.#turn.then(() => this.#fetch(url, init))
    this.#turn = answer.catch(() => {})
    return answer
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const answer = await fetch(url, { redirect: 'manual', ...init })
    const verb = (init.method ?? 'GET').toLowerCase()
    const { pathname } = new URL(url)
    const found = this.#operations.find(
      ({ matches, described }) => described.verb === verb && matches.test(pathname),
    )
    assert.ok(found !== undefined, `${verb} ${pathname} is not described`)
    const { operationId } = found.described.operation
    await this.#check(found.described.operation, answer.clone())
    this.seen.add(`${operationId} ${answer.status}`)
    return answer
  }

  async #check({ operationId, responses }: Operation, answer: Response): Promise<void> {
    const what = `${operationId} answered with ${answer.status}`
    const described = responses[answer.status]
    assert.ok(described !== undefined, `${what}: ${await answer.clone().text()}`)
    const told = [...answer.headers.keys()].filter(name => name.startsWith('tabard-'))
    for (const name of ['etag', 'location', ...told]) {
      const names = Object.keys(described.headers ?? {}).map(header => header.toLowerCase())
      assert.ok(!answer.headers.has(name) || names.includes(name), `${what} with ${name}`)
    }
    const type = answer.headers.get('content-type')?.split(';', 1)[0]
    if (described.content === undefined) {
      assert.equal(await answer.text(), '', what)
      return
    }
    const media = described.content[type ?? ''] ?? described.content['*/*']
    assert.ok(media !== undefined, `${what} as ${type}`)
    if (/^application\/(problem\+)?json$/.test(type ?? '') && media.schema.contentMediaType === undefined)
      this.#checkBody(what, media, await answer.json())
  }

  #checkBody(what: string, media: Media, body: unknown): void {
    const valid = this.validator(media.schema)
    assert.ok(valid(body), `${what}: ${this.#ajv.errorsText(valid.errors)}`)
    if (media.examples === undefined) return
    const ids = Object.keys(media.examples).map(name => {
      const { value } = this.#description.components.examples[name]!
      return (value as { messageId: string }).messageId
    })
    const { messageId } = body as { messageId: string }
    assert.ok(ids.includes(messageId), `${what} and ${messageId}, where there are ${ids.join(', ')}`)
  }
}

function pattern(path: string): RegExp {
  const text = path
    .replaceAll(/[.]/g, '\\.')
    .replace('{path}', '.+')
    .replaceAll(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${text}$`)
}

/** A schema in which objects have the described fields and no others. */
function closed<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.type === 'object' && value.properties !== undefined && value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  )
}
