import type { FastifyInstance } from 'fastify'
import {
  COMMON_MACROS,
  GROUPS,
  MAILS,
  type MacroEntries,
  type MailEntry,
  PAGES,
  type PageEntry,
} from '../../core/catalogue/catalogue.ts'
import { filesOf } from '../../core/places.ts'
import { attributeMacro } from '../../core/user-flows/attribute-macros.ts'
import type { Store } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { CATALOGUE } from './catalogue-calls.ts'

/** All pages and mails that a theme can change. */
export function catalogue(app: FastifyInstance, { store }: { store: Store }): void {
  resource(app, '/pages', CATALOGUE, {
    async GET({ tenant }) {
      const own = (await store.tenant(tenant.id).attributes.list()).map(({ name }) => ({
        name: attributeMacro(name),
        kind: 'text' as const,
        meaning: `the attribute ${name} of whoever gets the mail`,
      }))
      return {
        groups: GROUPS,
        macros: macrosOf(COMMON_MACROS),
        pages: PAGES.map(entry => ({ ...listed(entry), group: entry.group })),
        mails: MAILS.map(listed).map(mail => ({ ...mail, macros: [...mail.macros, ...own] })),
      }
    },
  })
}

function listed(entry: PageEntry | MailEntry) {
  const { id, meaning, states, macros, repeats = {} } = entry
  return {
    id,
    meaning,
    states: Object.keys(states),
    situations: Object.fromEntries(Object.entries(states).map(([state, its]) => [state, its.meaning])),
    files: filesOf(entry),
    macros: macrosOf(macros),
    repeats: Object.entries(repeats).map(([name, row]) => ({ name, macros: macrosOf(row.macros) })),
  }
}

function macrosOf(macros: MacroEntries) {
  return Object.entries(macros).map(([name, { kind, meaning }]) => ({ name, kind, meaning }))
}
