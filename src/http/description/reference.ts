import { escapedHtml } from '../../core/template/template.ts'
import { figure } from '../handbook/figure.ts'
import type { Searched } from '../handbook/handbook.ts'
import { CALLS, type Chapter, documented, type Item } from '../handbook/layout.ts'
import { GROUPS, isPage } from './call.ts'
import type { Alias, CallBook, Entry } from './call-book.ts'
import { openApi, type Place } from './described.ts'
import { code, fields, inline, rows } from './markup.ts'
import { address, callSection } from './reference-call.ts'
import { commonErrors, type Origin } from './refusals.ts'
import type { Schema } from './schema.ts'

/** The description for people. */
export function reference(
  book: CallBook,
  origin: Origin,
  place: Place,
  chapters: readonly Chapter[],
): string {
  const { entries, aliases } = book.told(origin)
  const { tags, components } = openApi(book, origin, place)
  const groups = tags.map(({ name }) => ({ name, entries: entries.filter(entry => groupOf(entry) === name) }))
  return documented({
    title: 'Every call',
    address: CALLS,
    version: place.version,
    chapters,
    contents: { name: 'Calls', items: contents(groups) },
    body: `<h1>Every call</h1>
<p>Every call of this service, generated from its description. For programs: <a href="/openapi.json">openapi.json</a>, OpenAPI 3.1.</p>
${beginning(origin, place)}
${groups.map(group => groupSection(group, aliases)).join('\n')}
${everyError()}
${schemas(components.schemas)}`,
  })
}

/** The entries of calls in the search index. */
export function searchedCalls(book: CallBook, origin: Origin): Searched[] {
  return book.told(origin).entries.flatMap(({ method, path, described }): Searched[] => {
    if (isPage(described)) return []
    const { id, summary, prose = '' } = described
    return [[`${CALLS}#${id}`, 'Every call', summary, `${method} ${path} ${id} ${prose}`]]
  })
}

interface ShownGroup {
  readonly name: string
  readonly entries: readonly Entry[]
}

function groupOf({ described }: Entry): string {
  return isPage(described) ? 'For people' : described.group
}

function anchor(group: string): string {
  return `group-${group.toLowerCase().replaceAll(' ', '-')}`
}

function contents(groups: readonly ShownGroup[]): Item[] {
  const items = groups.map(({ name, entries }) => ({
    name,
    address: `#${anchor(name)}`,
    items: entries.flatMap(({ described }) =>
      isPage(described) ? [] : [{ name: described.summary, address: `#${described.id}` }],
    ),
  }))
  return [
    { name: 'How to begin', address: '#begin' },
    ...items,
    { name: 'Errors of every call', address: '#errors' },
    { name: 'Schemas', address: '#schemas' },
  ]
}

function beginning(origin: Origin, { pagesUrl, consoleUrl }: Place): string {
  const line = `URL=${pagesUrl}
TOKEN=$(curl -s -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials \\
  $URL/v1.0/endpoint/default/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`
  const session = `Calls with a console session go to ${code(consoleUrl)}, and only from the console’s own pages.`
  return `<section aria-labelledby="begin">
<h2 id="begin">How to begin</h2>
<p>Send calls to ${code(pagesUrl)} with an access token of an API client. ${origin === 'console' ? session : ''}</p>
<div class="beside">
${figure('A token for the examples with curl', line)}
${figure('A client for the examples in TypeScript', typescriptBeginning(pagesUrl))}
</div>
<p>${inline('The name beside each call is its `operationId`. The method in the TypeScript client, `tabard/client`, has the same name.')}</p>
<p>${inline('Every response has `X-Request-Id`, which is also in the log. A write with `If-Match` fails with 412 if the theme has changed since. Without it, the last write wins.')}</p>
</section>`
}

function typescriptBeginning(pagesUrl: string): string {
  return `import { openAsBlob } from 'node:fs'
import { env } from 'node:process'
import { createClient } from 'tabard/client'

const tabard = createClient({
  url: ${JSON.stringify(pagesUrl)},
  clientId: env.CLIENT_ID ?? '',
  clientSecret: env.CLIENT_SECRET ?? '',
})`
}

function groupSection({ name, entries }: ShownGroup, aliases: readonly Alias[]): string {
  const id = anchor(name)
  const alsoAt = (path: string) => aliases.filter(alias => alias.of === path).map(alias => alias.path)
  const shown = entries.map(entry =>
    isPage(entry.described)
      ? `<div class="page">${address(entry)}<p>${inline(entry.described.page)}</p></div>`
      : callSection(entry, entry.described, alsoAt(entry.path)),
  )
  return `<section aria-labelledby="${id}">
<h2 id="${id}">${escapedHtml(name)}</h2>
<p>${inline(GROUPS[name as keyof typeof GROUPS])}</p>
${shown.join('\n')}
</section>`
}

function everyError(): string {
  const found = commonErrors('Themes')
    .sort((a, b) => a.status - b.status)
    .map(({ status, title, body }) => ({
      term: code(String(status)),
      notes: [code(body.messageId)],
      text: `${escapedHtml(title)}: ${escapedHtml(body.messageDescription)}`,
    }))
  return `<section aria-labelledby="errors">
<h2 id="errors">Errors of every call</h2>
<p>${inline('The body has `messageId`, for programs, and `messageDescription`, for people. Send `Accept: application/problem+json` to get problem details (RFC 9457). If an address does not support a method, the response is 405 with `Allow` (`TABRD0102E`). If an address does not exist, it is 404 (`TABRD0101E`).')}</p>
${rows(found)}
</section>`
}

function schemas(found: Readonly<Record<string, Schema>>): string {
  const shown = Object.entries(found)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, schema]) => `<section id="schema-${name}" class="schema">
<h3><a href="#schema-${name}">${name}</a></h3>
<p>${inline(schema.description ?? '')}</p>
${fields(schema)}
</section>`,
    )
  return `<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${shown.join('\n')}
</section>`
}
