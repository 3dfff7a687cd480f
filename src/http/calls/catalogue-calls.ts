import type { Call, Method } from '../description/call.ts'

/** `/pages` */
export const CATALOGUE = {
  GET: {
    id: 'listPages',
    group: 'Pages',
    who: 'reader',
    theme: 'none',
    summary: 'List all pages and mails',
    prose: 'Each entry has its states, files, macros and repeats, with their meanings.',
    answers: {
      200: {
        text: 'The catalogue.',
        content: { 'application/json': 'Catalogue' },
        example: {
          groups: ['Sign-in'],
          macros: [{ name: 'THEME_ID', kind: 'address', meaning: 'id of the theme in use' }],
          pages: [
            {
              id: 'logout',
              meaning: 'says that somebody has signed out',
              states: ['done'],
              situations: { done: 'signed out' },
              files: ['authentication/logout/logout.html'],
              macros: [],
              repeats: [],
              group: 'Sign-in',
            },
          ],
          mails: [],
        },
      },
    },
  },
} as const satisfies Partial<Record<Method, Call>>
