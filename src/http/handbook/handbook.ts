import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { type Packed, packed } from '../request/packed.ts'
import { CALLS, type Chapter, documented, type Item } from './layout.ts'
import { type Leaf, library, placeOf } from './library.ts'
import type { Guide, Section } from './markdown.ts'

/** Addresses of the service that guides may link to, beside those of the documentation. */
const OWN = /^\/(?:docs|openapi\.json)\b/
/** Words of a section that are searched. */
const LONGEST_SECTION = 5_000

/** An entry of the search index: address, page, heading and words. */
export type Searched = readonly [address: string, page: string, heading: string, text: string]

const pages = new Map<string, Promise<Packed>>()
/** At most one entry. */
const chapters = new Map<string, Promise<Chapter[]>>()

/** A guide as a page. It is made when it is first asked for: most services are never asked. */
export function guidePage(leaf: Leaf, version: string): Promise<Packed> {
  return remembered(pages, leaf.address, async () => {
    const { title, html, sections } = await guideOf(leaf)
    const contents = { name: 'On this page', items: contentsOf(sections) }
    return await packed(
      documented({
        title,
        address: leaf.address,
        version,
        chapters: await allChapters(),
        contents,
        body: `<article class="guide">${html}</article>`,
      }),
    )
  })
}

/** The list of all pages by purpose, as the first page of the documentation has it. */
export function allChapters(): Promise<Chapter[]> {
  return remembered(chapters, '/docs', async () => {
    const calls = { name: 'Every call', address: CALLS }
    const home = library().at('/docs')
    if (home === undefined) return [{ name: 'Reference', items: [calls] }]
    const { chaptersOf } = await import('./chapters.ts')
    const found = chaptersOf(await readFile(placeOf(home), 'utf8'), href => leadFrom(home, href))
    return found.map(({ name, items }) => ({ name, items: name === 'Reference' ? [calls, ...items] : items }))
  })
}

/** Every section of every guide. Between guides, requests get their turn. */
export async function searchedGuides(): Promise<Searched[]> {
  const found: Searched[] = []
  for (const leaf of library().guides) {
    const { title, sections } = await guideOf(leaf)
    for (const { id, heading, depth, text } of sections)
      found.push([
        depth === 1 ? leaf.address : `${leaf.address}#${id}`,
        title,
        heading,
        text.slice(0, LONGEST_SECTION),
      ])
    await turn()
  }
  return found
}

/** What is made once for a key; what failed is made again. */
export function remembered<T>(
  known: Map<string, Promise<T>>,
  key: string,
  made: () => Promise<T>,
): Promise<T> {
  const begun = known.get(key)
  if (begun !== undefined) return begun
  const begins = made()
  known.set(key, begins)
  begins.catch(() => known.delete(key))
  return begins
}

async function guideOf(leaf: Leaf): Promise<Guide> {
  const { rendered } = await import('./markdown.ts')
  return rendered(await readFile(placeOf(leaf), 'utf8'), href => leadFrom(leaf, href))
}

/** Where a link of a guide leads: in a repository it is relative to the file, in the service an address. */
export function leadFrom(leaf: Leaf, href: string): string | undefined {
  if (/^https?:\/\//.test(href) || /^#/.test(href) || OWN.test(href)) return href
  if (/^[a-z][a-z0-9+.-]*:|^\//i.test(href)) return undefined
  const [path = '', fragment] = href.split('#', 2)
  const file = posix.join(posix.dirname(leaf.file), path).replace(/\/$/, '')
  const target = library().of(file) ?? library().of(`${file}/README.md`)
  if (target === undefined) return undefined
  return fragment === undefined ? target.address : `${target.address}#${fragment}`
}

/** The headings of a page in two levels. */
function contentsOf(sections: readonly Section[]): Item[] {
  const items: (Item & { items: Item[] })[] = []
  for (const { id, heading, depth } of sections) {
    const item = { name: heading, address: `#${id}` }
    if (depth === 2) items.push({ ...item, items: [] })
    else if (depth === 3) items.at(-1)?.items.push(item)
  }
  return items
}
