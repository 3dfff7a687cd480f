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

/** A page with the two snippets of a container in it, in place of those that the service put there before. */
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

/** A page without the snippets that the service put there: it is as it was before, to the byte. */
export function withoutSnippets(html: string): string {
  let plain = ''
  let from = 0
  for (const { start, end } of markedStretches(legibleTokens(html), html)) {
    plain += html.slice(from, start)
    from = end
  }
  return plain + html.slice(from)
}

// Deferred: the container runs when the title is there, and the page does not wait for it.
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

/** Lines as the page has them; every blank stands between the marks, so that it goes with them. */
function marked(html: string, at: number, lines: readonly string[]): string {
  const line = html.slice(html.lastIndexOf('\n', at - 1) + 1, at)
  const indent = /^[ \t]*/.exec(line)![0]
  return [BEGIN_MARK, ...lines, END_MARK].join(`${html.includes('\r\n') ? '\r\n' : '\n'}${indent}`)
}

/** Where the snippets go: where the master says, else at the end of the head and the start of the body. */
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
