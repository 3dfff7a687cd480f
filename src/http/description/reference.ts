import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapedHtml } from '../../core/template/template.ts'
import { GROUPS, isPage } from './call.ts'
import type { Alias, CallBook, Entry } from './call-book.ts'
import { openApi, type Place } from './described.ts'
import { block, code, fields, inline, rows } from './markup.ts'
import { address, callSection } from './reference-call.ts'
import { commonErrors, type Origin } from './refusals.ts'
import type { Schema } from './schema.ts'

const STYLE = readFileSync(join(import.meta.dirname, 'reference.css'), 'utf8')

/** Allows the style of the page, and nothing else. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`

/** The description for people: one page without scripts that loads nothing. */
export function reference(book: CallBook, origin: Origin, place: Place): string {
  const { entries, aliases } = book.told(origin)
  const { tags, components } = openApi(book, origin, place)
  const groups = tags.map(({ name }) => ({ name, entries: entries.filter(entry => groupOf(entry) === name) }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tabard API</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<h1>Tabard API</h1>
<p>Version ${escapedHtml(place.version)}. The same for programs: <a href="/openapi.json">openapi.json</a>, OpenAPI 3.1.</p>
</header>
<div class="columns">
<nav aria-label="Calls">${navigation(groups)}</nav>
<main id="calls">
${beginning(origin, place)}
${groups.map(group => groupSection(group, aliases)).join('\n')}
${everyError()}
${schemas(components.schemas)}
</main>
</div>
</body>
</html>
`
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

function navigation(groups: readonly ShownGroup[]): string {
  const items = groups.map(({ name, entries }) => {
    const calls = entries.flatMap(({ described }) =>
      isPage(described) ? [] : [`<li><a href="#${described.id}">${escapedHtml(described.summary)}</a></li>`],
    )
    return `<li><a href="#${anchor(name)}">${escapedHtml(name)}</a>${calls.length > 0 ? `<ul>${calls.join('')}</ul>` : ''}</li>`
  })
  return `<ul>
<li><a href="#begin">How to begin</a></li>
${items.join('\n')}
<li><a href="#errors">Errors of every call</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul>`
}

function beginning(origin: Origin, { pagesUrl, consoleUrl }: Place): string {
  const line = `URL=${pagesUrl}
TOKEN=$(curl -s -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials \\
  $URL/v1.0/endpoint/default/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`
  const session = `Calls with the session of somebody who is signed in to the console go to ${code(consoleUrl)}, from its own pages only.`
  return `<section aria-labelledby="begin">
<h2 id="begin">How to begin</h2>
<p>Calls go to ${code(pagesUrl)} with an access token of an API client. ${origin === 'console' ? session : ''}</p>
${block('A token for the examples', line)}
<p>${inline('The name beside each call is its `operationId`. Calls that an API client may make are methods of that name in the client for TypeScript, `tabard/client`.')}</p>
<p>${inline('Every answer has `X-Request-Id`, which the log has too. A write with `If-Match` is refused when somebody else was quicker; without it, the last writer wins.')}</p>
</section>`
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
<p>${inline('The body is `messageId`, for programs, and `messageDescription`, for people; with `Accept: application/problem+json` it is that of RFC 9457 too. A method that is not possible at an address is a 405 with `Allow` (`TABRD0102E`), and an address where nothing is a 404 (`TABRD0101E`).')}</p>
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
