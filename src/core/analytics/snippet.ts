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
  const { tokens } = markupOf(plain, true)
  const made = inserted(plain, placesOf(plain, tokens), container)
  // A browser may read the rest of a malformed page differently after a script, even the marks.
  return withoutSnippets(made) === plain ? made : inserted(plain, startOf(tokens), container)
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

interface Places {
  readonly head: number
  readonly body: number
}

function inserted(html: string, { head, body }: Places, container: string): string {
  return [
    { at: body, lines: bodySnippet(container) },
    { at: head, lines: headSnippet(container) },
  ]
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, lines }) => text.slice(0, at) + marked(text, at, lines) + text.slice(at), html)
}

/** Where to insert the snippets: where the master says, otherwise at the end of the head and the start of the body. */
function placesOf(html: string, tokens: readonly MarkupToken[]): Places {
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
    startOf(tokens).head
  return { head, body: place(BODY_PLACE) ?? bodyStart?.end ?? headEnd?.end ?? head }
}

/** The start of a page, behind its doctype. */
function startOf([first]: readonly MarkupToken[]): Places {
  const start = first?.kind === 'doctype' ? first.end : 0
  return { head: start, body: start }
}
