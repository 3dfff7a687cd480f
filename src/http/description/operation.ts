import { oauthMessageId } from '../request/faults.ts'
import { type Answer, type Body, type Call, ENTITLED, isPage, type Page, type Who } from './call.ts'
import type { Entry } from './call-book.ts'
import type { Media, Operation, OperationParameter, Response } from './document.ts'
import { commonErrors, ownErrors } from './refusals.ts'
import { named, type Schema } from './schema.ts'
import type { SchemaName } from './schemas.ts'

export const MEDIA_TYPES: Record<Body['kind'], string> = {
  package: 'multipart/form-data',
  file: 'multipart/form-data',
  json: 'application/json',
  files: 'application/json',
  events: 'application/json',
  form: 'application/x-www-form-urlencoded',
  report: 'application/csp-report',
}

/** An operation of an OpenAPI document. */
export function operationOf(entry: Entry): Operation {
  return isPage(entry.described)
    ? pageOperation(entry, entry.described)
    : callOperation(entry, entry.described)
}

function pageOperation({ method, path }: Entry, { id, page }: Page): Operation {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name!,
    in: 'path' as const,
    description: 'A part of the address.',
    required: true,
    schema: { type: 'string' },
  }))
  return {
    operationId: `${method.toLowerCase()}${id[0]!.toUpperCase()}${id.slice(1)}`,
    tags: ['For people'],
    summary: page,
    security: [],
    ...(parameters.length > 0 && { parameters }),
    responses: { default: { description: 'A page or file for browsers.' } },
  }
}

function callOperation({ origins }: Entry, call: Call): Operation {
  const { id, group, summary, prose, parameters, body, answers } = call
  const good = Object.entries(answers).map(([status, answer]) => [status, responseOf(answer)] as const)
  return {
    operationId: id,
    tags: [group],
    summary,
    ...(prose !== undefined && { description: prose }),
    security: securityOf(call.who, origins),
    ...(parameters && { parameters: parameters.map(shownParameter) }),
    ...(body && { requestBody: { required: !body.optional, content: bodyOf(body) } }),
    responses: Object.fromEntries([...good, ...errorResponses(call, origins)]),
  }
}

function securityOf(who: Who, origins: Entry['origins']): Operation['security'] {
  if (who === 'anyone' || who === 'console page') return []
  const isForOne = who === 'administrator' || who === 'steward' || who === 'designer' || who === 'registrar'
  const session = { session: isForOne ? ['administrator'] : [] }
  if (!(who in ENTITLED)) return [session]
  const token = [{ oauth2: [] }, { token: [ENTITLED[who as keyof typeof ENTITLED]] }]
  return origins.includes('console') ? [...token, session] : token
}

function shownParameter({ required = false, schema, ...more }: NonNullable<Call['parameters']>[number]) {
  const { description = '', ...rest } = schema
  return { ...more, description, required, schema: rest } satisfies OperationParameter
}

function bodyOf({ kind, schema, example }: Body): Record<string, Media> {
  const media = { schema: schemaOf(schema), ...(example !== undefined && { example }) }
  if (kind !== 'package') return { [MEDIA_TYPES[kind]]: media }
  const encoding = {
    files: { contentType: 'application/zip' },
    ...(example !== undefined && { configuration: { contentType: 'application/json' } }),
  }
  return { [MEDIA_TYPES[kind]]: { ...media, encoding } }
}

function responseOf({ text, content, headers = [], example }: Answer): Response {
  const media = Object.entries(content ?? {}).map(([type, schema]) => {
    const shown = type === 'application/json' && example !== undefined
    return [type, { schema: schemaOf(schema), ...(shown && { example }) }] as const
  })
  return {
    description: text,
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map(name => [name, { $ref: `#/components/headers/${name}` }])),
    }),
    ...(media.length > 0 && { content: Object.fromEntries(media) }),
  }
}

/** An error that a call can answer: its status, and the name of its example. */
export interface NamedError {
  readonly name: string
  readonly status: number
  readonly title: string
}

/** All errors of a call. */
function errorsOf(call: Call, origins: Entry['origins']): NamedError[] {
  // Errors from before the token endpoint have no OAuth error code.
  const own = call.oauth === undefined ? '' : 'oauth.'
  const found = [
    ...ownErrors(call, origins).map(sample => ({ ...sample, code: `${own}${sample.code}` })),
    ...commonErrors(call.group),
  ]
  const oauth = Object.entries(call.oauth ?? {}).flatMap(([status, errors]) =>
    errors.map(error => ({
      name: `oauth.${error}`,
      status: Number(status),
      title: oauthSample(error).summary,
    })),
  )
  return [...found.map(({ code, status, title }) => ({ name: code, status, title })), ...oauth]
}

/** The errors of a call by status, each named as an example. */
function errorResponses(call: Call, origins: Entry['origins']): [string, Response][] {
  const byStatus = Map.groupBy(errorsOf(call, origins), ({ status }) => status)
  return [...byStatus].map(([status, found]) => {
    const titles = [...new Set(found.map(({ title }) => title))]
    return [String(status), { description: `${titles.join('; ')}.`, content: errorContent(call, found) }]
  })
}

function errorContent({ oauth }: Call, errors: readonly NamedError[]): Record<string, Media> {
  const media = {
    schema: named(oauth === undefined ? 'Error' : 'OAuthError'),
    examples: Object.fromEntries(errors.map(({ name }) => [name, { $ref: `#/components/examples/${name}` }])),
  }
  return { 'application/json': media, 'application/problem+json': { schema: named('ProblemDetails') } }
}

/** An OAuth error as the token endpoint shows it. */
export function oauthSample(error: string): { summary: string; value: object } {
  const words = error.replaceAll('_', ' ')
  const message = { messageId: oauthMessageId(error), messageDescription: words }
  return { summary: words, value: { error, error_description: words, ...message } }
}

/** A schema by name, or as it is. */
export function schemaOf(schema: SchemaName | Schema): Schema {
  return typeof schema === 'string' ? named(schema) : schema
}
