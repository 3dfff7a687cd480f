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
    prose: 'For a mail, send `Accept: text/plain` to get the plain text instead of the HTML.',
    parameters: [PAGE_ID, ...LOOK, STATE],
    answers: {
      200: {
        text: 'The page or the mail. The subject and sender of a mail are in headers, percent-encoded.',
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
      'The limits for packages apply to the files. The body can have up to 4 MiB. A preview is kept for 15 minutes.',
    parameters: [PAGE_ID],
    body: {
      kind: 'files',
      schema: 'UnsavedFiles',
      example: { themeId: 'default', files: { 'common/page_style.css': ':root { --color-brand: #2e8b57 }' } },
    },
    answers: {
      201: {
        text: 'The address of the page, and its problems.',
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
    page: 'A preview with unsaved files, in a frame of the console. Its id grants access. `inspect` turns on the inspector. `container` shows the events that a tag manager container would send if it loaded `after` or `before` the page. `titles` includes page titles in the page’s language.',
  },
} as const satisfies Partial<Record<Method, Page>>
