import type { OpenApi, Operation, OperationParameter } from '../src/http/description/document.ts'
import { NAMED, type Schema } from '../src/http/description/schema.ts'
import { fieldText, fieldTexts, typeText } from './type-text.ts'

type Schemas = OpenApi['components']['schemas']

interface DescribedCall {
  readonly path: string
  readonly verb: 'get' | 'post' | 'put' | 'delete'
  readonly operation: Operation
}

/** A call as a method of the client. */
export function method({ path, verb, operation }: DescribedCall, schemas: Schemas): string {
  const { operationId, summary, description, security } = operation
  const parameters = (operation.parameters ?? []).filter(parameter => isTaken(parameter, verb))
  const sent = bodyOf(operation, schemas)
  const fields = [
    ...parameters.map(({ name, schema, required, description: meaning }) =>
      fieldText(inputName(name), schema, required, meaning),
    ),
    ...(sent === undefined ? [] : fieldTexts(sent.schema)),
  ]
  const needed = parameters.some(({ required }) => required) || (sent?.schema.required ?? []).length > 0
  const { type, answers } = answerOf(operation)
  const settings = {
    method: quoted(verb.toUpperCase()),
    path: quoted(path),
    input: fields.length > 0 ? 'input' : '{}',
    query: list(parameters, 'query'),
    headers: headers(parameters),
    sends: sent && quoted(sent.kind),
    parts: sent && texts(Object.keys(sent.schema.properties ?? {})),
    answers: quoted(answers),
    open: security.length === 0 ? 'true' : undefined,
  }
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  const input = fields.length === 0 ? '' : `input: {\n${fields.join('\n')}\n}${needed ? '' : ' = {}'}`
  return `/** ${summary}.${description === undefined ? '' : ` ${description}`} */
async ${operationId}(${input === '' ? '' : `${input}, `}options: CallOptions = {}): Promise<Answer<${type}>> {
  return await this.#transport.send({ ${given.map(([name, value]) => (name === value ? name : `${name}: ${value}`)).join(', ')} }, options)
}
`
}

/**
 * A GET that answers with 304 has nothing to give, `pagination` says again what others say, and `format` would bring an
 * answer that is not the one of the type.
 */
function isTaken({ name }: OperationParameter, verb: DescribedCall['verb']): boolean {
  return name !== 'pagination' && name !== 'format' && !(name === 'If-None-Match' && verb === 'get')
}

function inputName(name: string): string {
  const [first = '', ...rest] = name.split(/[-_]/)
  if (rest.length === 0 || !name.includes('-')) return name
  return first.toLowerCase() + rest.join('')
}

function headers(parameters: readonly OperationParameter[]): string | undefined {
  const found = parameters.filter(parameter => parameter.in === 'header')
  if (found.length === 0) return undefined
  return `{ ${found.map(({ name }) => `${inputName(name)}: ${quoted(name)}`).join(', ')} }`
}

function list(
  parameters: readonly OperationParameter[],
  place: OperationParameter['in'],
): string | undefined {
  const names = parameters.filter(parameter => parameter.in === place).map(({ name }) => name)
  return names.length === 0 ? undefined : texts(names)
}

function bodyOf({ requestBody }: Operation, schemas: Schemas): { kind: string; schema: Schema } | undefined {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (media === undefined) return undefined
  const { $ref } = media.schema
  const schema = $ref === undefined ? media.schema : schemas[$ref.slice(NAMED.length)]!
  return { kind: type === 'application/json' ? 'json' : 'form', schema }
}

function answerOf({ responses }: Operation): { type: string; answers: string } {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const contents = good.map(([, { content }]) => Object.entries(content ?? {})[0])
  const [type, media] = contents.find(content => content !== undefined) ?? []
  if (media === undefined) return { type: 'undefined', answers: 'nothing' }
  if (media.schema.contentMediaType !== undefined) return { type: 'Blob', answers: 'bytes' }
  if (type !== 'application/json') return { type: 'string', answers: 'text' }
  // Some clients are answered with 204 where others get a body.
  const absent = contents.includes(undefined) ? ' | undefined' : ''
  return { type: `${typeText(media.schema)}${absent}`, answers: 'json' }
}

function texts(names: readonly string[]): string {
  return `[${names.map(quoted).join(', ')}]`
}

function quoted(text: string): string {
  return `'${text}'`
}
