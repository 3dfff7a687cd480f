import {
  type Answer,
  BrowserGone,
  type Chromium,
  findChromium,
  openTab,
  startChromium,
} from '../browser/browser.ts'
import { browserVariables } from '../connection-setting.ts'
import { STATIC_PATH } from '../core/asset.ts'
import type { PageEntry } from '../core/catalogue/catalogue.ts'
import { DEFAULT_LOCALE, direction } from '../core/locale.ts'
import { pathFlaw } from '../core/path.ts'
import { assetPath, fieldFile, mediaType, withoutDark } from '../http/http.ts'
import type { Content, RenderedPage, Runaway } from '../lint/lint.ts'
import { type FolderPages, loadMaster, sampled, themePages, whyMaster } from '../pages/pages.ts'
import { measured, NOTHING } from './lint-measure.ts'
import { shown } from './lint-shown.ts'
import { Problem } from './problem.ts'

/** Time limits: for one page, after which the browser is stopped, and for all pages. */
export interface Patience {
  readonly pageSeconds: number
  readonly allSeconds: number
}

export const PATIENCE: Patience = { pageSeconds: 20, allSeconds: 1_200 }

/** After this many pages that hang, the others are skipped, because something they share is broken. */
const MOST_HANGING = 3

/** An origin that does not exist. */
const ORIGIN = 'https://pages.invalid'

/** The path of a browser. Fails if there is none, so that nobody assumes that the theme was checked. */
export function chromiumFor(variables = browserVariables()): string {
  const found = findChromium(variables)
  if (found !== undefined) return found
  const [named] = variables.named
  throw new Problem(
    2,
    named === undefined
      ? '--browser needs Chromium or Chrome, and none was found. Install one, for example with "apt-get install chromium" or "npx playwright install chromium", or set TABARD_CHROMIUM to its path.'
      : `${named.variable} is ${shown(JSON.stringify(named.path))}, where there is no program. Set it to the path of Chromium or Chrome.`,
  )
}

/**
 * Renders the pages of a theme in a browser, in each state. It uses the default language and one that is written from
 * right to left.
 */
export async function renderedPages(
  program: string,
  files: ReadonlyMap<string, Content>,
  masterFolder: string,
  entries: readonly PageEntry[],
  { pageSeconds, allSeconds }: Patience = PATIENCE,
): Promise<RenderedPage[]> {
  if (entries.length === 0) return []
  const own = Array.from(files, ([path, { bytes }]) => [path, Buffer.from(bytes)] as const)
  const theme = themePages(
    new Map(own.filter(([path]) => pathFlaw(path) === undefined)),
    loadMaster(masterFolder),
  )
  const { needed } = browserVariables()
  const rendered: RenderedPage[] = []
  const end = performance.now() + allSeconds * 1_000
  let browser: Chromium | undefined
  let hanging = 0
  try {
    for (const entry of entries) {
      for (const visit of visits(theme, entry)) {
        if (performance.now() > end)
          throw new Problem(1, `The pages could not be shown within ${allSeconds / 60} minutes.`)
        browser ??= await startChromium(program, needed)
        const page = await show(theme, browser, visit, pageSeconds)
        if (page === undefined) continue
        rendered.push(page)
        if (!page.runaway.some(({ what }) => what === 'hangs')) continue
        // Stopping the browser is the only way to end a page that hangs.
        await browser.stop()
        browser = undefined
        hanging += 1
        break
      }
      if (hanging === MOST_HANGING) break
    }
  } catch (error) {
    if (error instanceof BrowserGone)
      throw new Problem(1, `The pages could not be shown. ${shown(error.message)}`, { cause: error })
    throw error
  } finally {
    await browser?.stop()
    await theme.close()
  }
  return rendered
}

interface Visit {
  readonly entry: PageEntry
  readonly state: string
  readonly locale: string
}

function visits({ view }: FolderPages, entry: PageEntry): Visit[] {
  const turned = [...view.locales].sort().find(locale => direction(locale) === 'rtl')
  const locales = [DEFAULT_LOCALE, ...(turned === undefined ? [] : [turned])]
  return Object.keys(entry.states).flatMap(state => locales.map(locale => ({ entry, state, locale })))
}

/**
 * Renders a page and measures it. Undefined if people see the master's page instead, because other rules report that.
 */
async function show(
  theme: FolderPages,
  { devtools }: Chromium,
  { entry, state, locale }: Visit,
  seconds: number,
): Promise<RenderedPage | undefined> {
  const { pages } = theme
  const audience = theme.audience(locale)
  const values = await sampled(pages.languages, audience, entry, state)
  const presented = await pages.presented(audience, entry, true, values)
  if (whyMaster(presented) !== undefined) return undefined
  const { bytes, policy } = await pages.page(audience, entry, values, { numbered: true })
  const body = Buffer.from(bytes, 'latin1')
  const address = `${ORIGIN}/${entry.id}`
  const loaded = new Set<string>()
  const answer = async (wanted: string): Promise<Answer | undefined> => {
    if (wanted === address)
      return { type: 'text/html; charset=utf-8', body, headers: { 'content-security-policy': policy } }
    return await assetAt(theme, wanted, path => loaded.add(path))
  }
  const runaway: Runaway[] = []
  const visit = async () => {
    const tab = await openTab(devtools, address, answer, (what, at) => runaway.push({ what, address: at }))
    try {
      return await measured(tab)
    } finally {
      await tab.close()
    }
  }
  const measures = await within(seconds, visit()).catch((error: unknown) => {
    if (error instanceof BrowserGone) throw error
    if (error instanceof TooLong) runaway.push({ what: 'hangs', address })
    // A page that has navigated away cannot be measured, and the navigation is already reported.
    else if (!runaway.some(({ what }) => what === 'navigates'))
      runaway.push({ what: 'fails', address: (error as Error).message })
    return NOTHING
  })
  const files = [...presented.files.map(({ path }) => path), ...loaded]
  return { entry, state, locale, elements: presented.elements, files, ...measures, runaway: [...runaway] }
}

/** The file of the theme or of the service at an address. Nothing is loaded from other origins. */
async function assetAt(
  { view, content, sheet }: FolderPages,
  wanted: string,
  load: (path: string) => void,
): Promise<Answer | undefined> {
  const { origin, pathname, searchParams } = new URL(wanted)
  if (origin !== ORIGIN) return undefined
  const light = searchParams.get('scheme') === 'light'
  if (!pathname.startsWith(STATIC_PATH)) return fieldFile(pathname, light)
  const name = decoded(pathname.slice(STATIC_PATH.length))
  const path = name === undefined ? undefined : assetPath(view, name)
  if (name === undefined || path === undefined) return undefined
  load(path)
  const isSheet = /\.css$/i.test(path)
  const body = isSheet ? await sheet({ name, path }) : await content(path)
  return body && { type: mediaType(path), body: isSheet && light ? withoutDark(body) : body }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

class TooLong extends Error {
  override readonly name = 'TooLong'
}

async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLong()), seconds * 1_000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // The abandoned work continues until the browser is closed, so a late failure must be ignored.
    work.catch(() => {})
  }
}
