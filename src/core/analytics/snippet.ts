import { invalidValue } from '../refusal.ts'
import { legibleTokens, type MarkupToken, markupOf } from '../template/markup.ts'
import { BEGIN_MARK, END_MARK, markedStretches, TAG_MANAGER } from '../template/tag-manager.ts'
import { CONTAINER_ID } from './ids.ts'

const HEAD_PLACE = "<!-- A tag manager's head snippet goes here. -->"
const BODY_PLACE = "<!-- A tag manager's body snippet goes here. -->"

/** The id of a tag manager's container. */
export function containerId(text: string): string {
  if (CONTAINER_ID.pattern.test(text)) return text
  throw invalidValue(CONTAINER_ID.rule)
}

/** Inserts the two snippets of a container into a page. Snippets that the service inserted before are replaced. */
export function withSnippets(html: string, container: string): string {
  const plain = withoutSnippets(html)
  const { head, body } = placesOf(plain)
  const insertions = [
    { at: body, lines: bodySnippet(container) },
    { at: head, lines: headSnippet(container) },
  ]
  return insertions
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, lines }) => text.slice(0, at) + marked(text, at, lines) + text.slice(at), plain)
}

/** Removes the snippets that the service inserted. The page is then byte for byte what it was before. */
export function withoutSnippets(html: string): string {
  let plain = ''
  let from = 0
  for (const { start, end } of markedStretches(legibleTokens(html), html)) {
    plain += html.slice(from, start)
    from = end
  }
  return plain + html.slice(from)
}

// Deferred, so that the container runs after the title is known and the page does not wait for it.
function headSnippet(container: string): string[] {
  const begin = "dataLayer.push({'gtm.start':Date.now(),event:'gtm.js'})"
  return [
    `<script>window.dataLayer=window.dataLayer||[];${begin}</script>`,
    `<script defer src="${TAG_MANAGER}/gtm.js?id=${container}"></script>`,
  ]
}

function bodySnippet(container: string): string[] {
  const frame = `<iframe src="${TAG_MANAGER}/ns.html?id=${container}" height="0" width="0" hidden></iframe>`
  return [`<noscript>${frame}</noscript>`]
}

/**
 * The lines, with the page's line endings and indentation. All whitespace is between the marks, so it is removed with
 * them.
 */
function marked(html: string, at: number, lines: readonly string[]): string {
  const line = html.slice(html.lastIndexOf('\n', at - 1) + 1, at)
  const indent = /^[ \t]*/.exec(line)![0]
  return [BEGIN_MARK, ...lines, END_MARK].join(`${html.includes('\r\n') ? '\r\n' : '\n'}${indent}`)
}

/** Where to insert the snippets: where the master says, otherwise at the end of the head and the start of the body. */
function placesOf(html: string): { head: number; body: number } {
  const { tokens } = markupOf(html, true)
  const found = (kind: MarkupToken['kind'], name: string) =>
    tokens.find(token => token.kind === kind && token.name === name)
  const place = (text: string) =>
    tokens.find(({ kind, start, end }) => kind === 'comment' && html.slice(start, end) === text)?.end
  const headEnd = found('endTag', 'head')
  const bodyStart = found('startTag', 'body')
  const head =
    place(HEAD_PLACE) ??
    headEnd?.start ??
    bodyStart?.start ??
    found('startTag', 'head')?.end ??
    found('startTag', 'html')?.end ??
    tokens.find(({ kind }) => kind === 'doctype')?.end ??
    0
  return { head, body: place(BODY_PLACE) ?? bodyStart?.end ?? headEnd?.end ?? head }
}
