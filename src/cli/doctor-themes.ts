import { posix } from 'node:path'
import type { Config } from '../config.ts'
import { MAILS, type MailEntry, PAGES, type PageEntry } from '../core/catalogue/catalogue.ts'
import { DEFAULT_LOCALE, localeFolders } from '../core/locale.ts'
import { filesOf } from '../core/places.ts'
import { shippedMaster } from '../installation.ts'
import { whyMaster } from '../pages/pages.ts'
import { openStore, type Store } from '../store/store.ts'
import { type ThemeParts, Themes } from '../themes/themes.ts'
import { createCodec } from '../zip/zip.ts'
import { lintFinding } from './doctor-lint.ts'
import { type Finding, some } from './finding.ts'
import { counting } from './progress.ts'

const AT_ONCE = 100

/** Whether the pages of themes can be compiled, and whether the linter finds errors in them. */
export async function* themeFindings(config: Config): AsyncGenerator<Finding> {
  const store = await openStore(config)
  const codec = createCodec()
  try {
    const parts: ThemeParts = {
      store,
      master: shippedMaster(),
      limits: config.limits,
      codec,
      newId: store.newId,
      now: store.now,
      pageFailed: () => {},
    }
    const themes = new Themes(parts)
    try {
      yield await compiled(store, themes)
      yield await lintFinding(store, themes)
    } finally {
      await themes.close()
    }
  } finally {
    await codec.close()
    await store.close()
  }
}

/**
 * Whether every page and mail of every theme can be compiled. People see the master's page if the theme's one fails.
 */
async function compiled(store: Store, themes: Themes): Promise<Finding> {
  const check = 'themes'
  const fallbacks: string[] = []
  const tenants = await store.tenants()
  let all = 0
  for (const { id } of tenants) all += (await store.tenant(id).themes.list({ limit: 1, offset: 0 })).total
  const progress = counting('Rendering the pages of themes')
  let count = 0
  for (const tenant of tenants) {
    for await (const { id, name } of themesOf(store, tenant.id)) {
      progress.at(count, all)
      count += 1
      for (const [page, why] of await failures(themes, tenant.id, id))
        fallbacks.push(`${page} of theme ${name} (tenant ${tenant.name}): ${why}`)
    }
  }
  progress.end()
  if (fallbacks.length === 0) return { check, state: 'ok', text: `${count}, and every page of them` }
  const text = `Visitors see the original page instead of ${some(fallbacks)}. Fix these files, or revert them to the original.`
  return { check, state: 'warning', text }
}

async function* themesOf(store: Store, tenant: string) {
  for (let offset = 0; ; offset += AT_ONCE) {
    const { themes } = await store.tenant(tenant).themes.list({ limit: AT_ONCE, offset })
    yield* themes
    if (themes.length < AT_ONCE) return
  }
}

/** The pages that cannot be compiled, in English and in the languages for which the theme has files of its own. */
async function failures(themes: Themes, tenant: string, id: string): Promise<Map<string, string>> {
  const theme = await themes.pages.chosen(tenant, id)
  const own = theme.view.entries(true).map(({ path }) => path)
  // All other pages are unchanged pages of the master.
  const entries = [...PAGES, ...MAILS].filter(entry => own.some(path => takesPart(path, entry)))
  const found = new Map<string, string>()
  // A theme without files of its own shows the master's pages, which are the same for all themes.
  if (own.length === 0) return found
  for (const locale of new Set([DEFAULT_LOCALE, ...localeFolders(own)])) {
    const audience = {
      tenant,
      customer: { author: 'doctor' },
      address: '',
      theme,
      wish: { parameter: locale },
      hosts: [],
      scripts: true,
    }
    for (const entry of entries) {
      const why = whyMaster(await themes.pages.presented(audience, entry))
      if (why !== undefined) found.set(entry.id, why)
    }
  }
  return found
}

/** Whether a file can affect a page: it is in a folder of that page, or in the folder that all pages share. */
function takesPart(path: string, entry: PageEntry | MailEntry): boolean {
  const folders = filesOf(entry).map(file => posix.dirname(file))
  return ['common', ...folders].some(folder => path.startsWith(`${folder}/`))
}
