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
import { resource } from '../description/resource.ts'
import { CATALOGUE } from './catalogue-calls.ts'

/** All pages and mails that a theme can change. */
export function catalogue(app: FastifyInstance): void {
  resource(app, '/pages', CATALOGUE, {
    GET: async () => ({
      groups: GROUPS,
      macros: macrosOf(COMMON_MACROS),
      pages: PAGES.map(entry => ({ ...listed(entry), group: entry.group })),
      mails: MAILS.map(listed),
    }),
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
