import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { escapedHtml } from '../../core/template/template.ts'
import { assetFile } from '../../program.ts'

const read = (name: string) => readFileSync(assetFile(`http/handbook/${name}`), 'utf8')
const STYLE = ['handbook.css', 'guide.css', 'calls.css'].map(read).join('')
const SCRIPT = read('handbook-script.js')

/** Where the words of all pages are, for the search. */
export const SEARCH_INDEX = '/docs/search.json'
/** Where the calls are described. */
export const CALLS = '/docs/calls'

/**
 * Allows only the style and the script of these pages. They run in a sandbox without an origin, so they cannot reach a
 * session: the console's session is on the same origin, and so are the scripts of themes.
 */
export const POLICY = [
  "default-src 'none'",
  `style-src '${hashOf(STYLE)}'`,
  `script-src '${hashOf(SCRIPT)}'`,
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
].join('; ')

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** A link in a list, and those below it. */
export interface Item {
  readonly name: string
  readonly address: string
  readonly items?: readonly Item[]
}

/** Pages that serve one purpose. */
export interface Chapter {
  readonly name: string
  readonly items: readonly Item[]
}

export interface Shown {
  readonly title: string
  readonly address: string
  readonly version: string
  readonly chapters: readonly Chapter[]
  /** What is on this page, under a name. */
  readonly contents: { readonly name: string; readonly items: readonly Item[] }
  /** The page itself, in markup. */
  readonly body: string
}

/** A whole page of the documentation. */
export function documented({ title, address, version, chapters, contents, body }: Shown): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapedHtml(title)} · Tabard</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button class="menu" type="button" popovertarget="guides">Menu</button>
<p class="home"><a class="brand" href="/docs">Tabard <span>docs</span></a> <small>${escapedHtml(version)}</small></p>
<search hidden data-index="${SEARCH_INDEX}">
<input type="search" placeholder="Search the docs" aria-label="Search the docs" autocomplete="off" spellcheck="false" aria-controls="found">
<div id="found" class="found" hidden><p role="status"></p><ul class="results"></ul></div>
</search>
</header>
<div class="columns">
<nav id="guides" class="guides" popover aria-label="Guides">${chapters.map(chapter => chapterOf(chapter, address)).join('\n')}</nav>
<main id="content">
${body}
</main>
${contents.items.length === 0 ? '' : `<nav class="contents" aria-label="${escapedHtml(contents.name)}"><p>${escapedHtml(contents.name)}</p>${listOf(contents.items)}</nav>`}
</div>
<script>${SCRIPT}</script>
</body>
</html>
`
}

function chapterOf({ name, items }: Chapter, address: string): string {
  return `<section><h2>${escapedHtml(name)}</h2>${listOf(items, address)}</section>`
}

function listOf(items: readonly Item[], here?: string): string {
  const entries = items.map(({ name, address, items: inner = [] }) => {
    const current = address === here ? ' aria-current="page"' : ''
    return `<li><a href="${escapedHtml(address)}"${current}>${escapedHtml(name)}</a>${inner.length === 0 ? '' : listOf(inner)}</li>`
  })
  return `<ul>${entries.join('')}</ul>`
}
