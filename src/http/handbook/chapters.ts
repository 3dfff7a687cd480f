import { Marked, type Token, type Tokens } from 'marked'
import type { Chapter, Item } from './layout.ts'
import type { Leads } from './markdown.ts'

/** The chapters that the first page lists: each heading, with the first link of each item below it. */
export function chaptersOf(source: string, leads: Leads): Chapter[] {
  const chapters: { name: string; items: Item[] }[] = []
  for (const token of new Marked().lexer(source)) {
    if (token.type === 'heading' && token.depth === 2) chapters.push({ name: token.text, items: [] })
    if (token.type !== 'list') continue
    for (const item of (token as Tokens.List).items) {
      const link = firstLink(item.tokens)
      const address = link && leads(link.href)
      if (address !== undefined) chapters.at(-1)?.items.push({ name: link!.text, address })
    }
  }
  return chapters.filter(({ items }) => items.length > 0)
}

function firstLink(tokens: readonly Token[]): Tokens.Link | undefined {
  for (const token of tokens) {
    if (token.type === 'link') return token as Tokens.Link
    const inner = 'tokens' in token && token.tokens !== undefined ? firstLink(token.tokens) : undefined
    if (inner !== undefined) return inner
  }
  return undefined
}
