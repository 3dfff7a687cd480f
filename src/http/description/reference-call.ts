import { escapedHtml } from '../../core/template/template.ts'
import { figure } from '../handbook/figure.ts'
import { type Answer, type Call, ENTITLED, type Who } from './call.ts'
import type { Entry } from './call-book.ts'
import { curl } from './curl.ts'
import { bounds, code, fields, inline, kind, type Row, rows } from './markup.ts'
import { MEDIA_TYPES, oauthSample, schemaOf } from './operation.ts'
import { ownErrors } from './refusals.ts'
import { typescript } from './typescript.ts'

const WHO: Record<Who, string> = {
  anyone: 'No token is needed.',
  'console page': 'No token is needed. The call is accepted from the console’s own pages only.',
  session: 'Needs a console session.',
  reader: 'Needs an access token with `readTemplates`.',
  writer: 'Needs an access token with `manageTemplates`.',
  steward: 'Needs an access token with `manageAccess`, or the console session of an administrator.',
  designer: 'Needs an access token with `manageFlows`, or the console session of an administrator.',
  registrar: 'Needs an access token with `manageSources`, or the console session of an administrator.',
  somebody: 'Needs a console session.',
  administrator: 'Needs the console session of an administrator.',
}

/** A call for the page: what it takes, what it answers, and what it refuses. */
export function callSection(entry: Entry, call: Call, aliases: readonly string[]): string {
  const also = aliases.map(code).join(', ')
  return `<section id="${call.id}" class="call">
<h3><a href="#${call.id}">${escapedHtml(call.summary)}</a> <code class="name">${call.id}</code></h3>
${address(entry)}
${call.prose === undefined ? '' : `<p>${inline(call.prose)}</p>`}
<p class="who">${inline(whoMay(entry, call))}${also === '' ? '' : ` Also at ${also}.`}</p>
${part('Parameters', parameters(call))}
${part('Body', body(call))}
${part('Answers', rows(Object.entries(call.answers).map(([status, answer]) => answerRow(status, answer))))}
${part('Example', `${requests(entry, call)}${examples(call)}`)}
${part('Errors', errors(entry, call))}
</section>`
}

/** Method and path. */
export function address({ method, path }: Pick<Entry, 'method' | 'path'>): string {
  const shown = escapedHtml(path)
    .replaceAll('/', '/<wbr>')
    .replace(/\{\w+\}/g, '<b>$&</b>')
  return `<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${shown}</code></p>`
}

function whoMay({ origins }: Entry, { who }: Call): string {
  return `${WHO[who]}${who in ENTITLED && origins.includes('console') ? ' A console session is accepted too.' : ''}`
}

function part(name: string, content: string): string {
  return content === '' ? '' : `<h4>${name}</h4>${content}`
}

function parameters({ parameters = [] }: Call): string {
  if (parameters.length === 0) return ''
  const found = parameters.map(({ name, in: where, schema, required }) => ({
    term: code(name),
    notes: [where, kind(schema), required ? '' : 'optional', bounds(schema)],
    text: inline(schema.description ?? ''),
  }))
  return rows(found)
}

function body({ body }: Call): string {
  if (body === undefined) return ''
  const schema = schemaOf(body.schema)
  const about = schema.$ref === undefined ? '' : kind(schema)
  return `<p>${code(MEDIA_TYPES[body.kind])} ${about}${body.optional ? ', optional' : ''}</p>${
    schema.properties === undefined ? '' : fields(schema)
  }`
}

function answerRow(status: string, { text, content = {}, headers = [] }: Answer): Row {
  const types = Object.entries(content).map(([type, schema]) => {
    const shown = schemaOf(schema)
    return shown.$ref === undefined ? code(type) : `${code(type)} ${kind(shown)}`
  })
  const names = headers.length === 0 ? '' : ` With ${headers.map(code).join(', ')}.`
  return { term: code(status), notes: types, text: `${inline(text)}${names}` }
}

function errors({ origins }: Entry, call: Call): string {
  const own = ownErrors(call, origins).map(({ status, body, title }) => ({
    status,
    title,
    id: body.messageId,
  }))
  const oauth = Object.entries(call.oauth ?? {}).flatMap(([status, names]) =>
    names.map(name => ({ status: Number(status), title: name, id: messageIdOf(name) })),
  )
  const found = [...own, ...oauth].sort((a, b) => a.status - b.status || (a.id < b.id ? -1 : 1))
  if (found.length === 0) return '<p><a href="#errors">Errors of every call.</a></p>'
  return rows(
    found.map(({ status, title, id }) => ({
      term: code(String(status)),
      notes: [code(id)],
      text: escapedHtml(title),
    })),
    'short',
  )
}

function messageIdOf(error: string): string {
  return (oauthSample(error).value as { messageId: string }).messageId
}

/** How the call is made, in a shell and in TypeScript. */
function requests(entry: Entry, call: Call): string {
  const shell = curl(entry, call)
  const method = typescript(entry, call)
  if (shell === undefined) return ''
  if (method === undefined) return figure('Shell', shell)
  return `<div class="beside">${figure('Shell', shell)}${figure('TypeScript', method)}</div>`
}

function examples({ body, answers }: Call): string {
  const isJson = body !== undefined && MEDIA_TYPES[body.kind] === 'application/json'
  const sent = isJson && body.example !== undefined ? [figure('Sent', pretty(body.example))] : []
  const answered = Object.entries(answers)
    .filter(([, { example }]) => example !== undefined)
    .map(([status, { example }]) => figure(`Answered with ${status}`, pretty(example)))
  return [...sent, ...answered].join('')
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
