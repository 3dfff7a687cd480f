import type { Call, Method, Page } from '../description/call.ts'
import { LOOK, PAGE_ID, STATE } from '../description/parameters.ts'
import { text } from '../description/schema.ts'

/** `/preview/:page` */
export const PREVIEW = {
  GET: {
    id: 'previewPage',
    group: 'Pages',
    who: 'reader',
    theme: 'query',
    summary: 'Preview a page with sample values',
    prose: 'Of a mail, `Accept: text/plain` gets the text instead of the HTML.',
    parameters: [PAGE_ID, ...LOOK, STATE],
    answers: {
      200: {
        text: 'The page, or the mail with subject and sender, percent-encoded, in headers.',
        content: {
          'text/html': text('The page.'),
          'text/plain': text('The text of a mail.'),
        },
        headers: ['Tabard-Subject', 'Tabard-Sender'],
      },
    },
    refusals: ['page_unknown', 'theme_unknown', 'query_invalid', 'too_many_requests'],
  },
  POST: {
    id: 'previewUnsaved',
    group: 'Pages',
    who: 'reader',
    theme: 'body',
    summary: 'Preview a page with unsaved files',
    prose:
      'The files obey the limits of a package, and the body has at most 4 MiB. A preview is kept for 15 minutes.',
    parameters: [PAGE_ID],
    body: {
      kind: 'files',
      schema: 'UnsavedFiles',
      example: { themeId: 'default', files: { 'common/page_style.css': ':root { --color-brand: #2e8b57 }' } },
    },
    answers: {
      201: {
        text: 'Where the page is, and what is wrong with it.',
        content: { 'application/json': 'Preview' },
        example: {
          id: 'preview-…',
          theme: 'default',
          url: '/preview/preview-…/login',
          fallback: null,
          problems: [],
          elements: [],
        },
      },
    },
    refusals: ['page_unknown', 'theme_unknown', 'busy', 'too_many_requests'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/preview/:id/:page` */
export const FRAMED_PREVIEW = {
  GET: {
    id: 'framedPreview',
    page: 'A preview with unsaved files in a frame of the console; its id is the key. `inspect` lets it be inspected; `container` (`after` or `before`) lets a container watch it, with `titles` in the language of the page too.',
  },
} as const satisfies Partial<Record<Method, Page>>
