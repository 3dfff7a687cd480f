import type { Call, Method, Page } from './call.ts'
import { NOT_CHANGED } from './not-changed.ts'
import { text } from './schema.ts'

/** `/openapi.json` */
export const DESCRIPTION = {
  GET: {
    id: 'getDescription',
    group: 'Service',
    who: 'anyone',
    summary: 'Get this description as OpenAPI',
    answers: {
      200: {
        text: 'All calls, in OpenAPI 3.1.',
        content: { 'application/json': { type: 'object', description: 'An OpenAPI description.' } },
        headers: ['ETag'],
      },
      304: NOT_CHANGED,
    },
    refusals: ['host_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/docs/calls` */
export const REFERENCE = {
  GET: {
    id: 'getReference',
    group: 'Service',
    who: 'anyone',
    summary: 'Read this description as a web page',
    answers: {
      200: { text: 'An HTML page.', content: { 'text/html': text('The page.') }, headers: ['ETag'] },
      304: NOT_CHANGED,
    },
    refusals: ['host_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/docs` */
export const DOCUMENTATION = {
  GET: { id: 'documentation', page: 'The documentation: all guides, with a search.' },
} as const satisfies { GET: Page }

/** What is below `/docs` */
export const GUIDE = {
  GET: { id: 'guide', page: 'A guide of the documentation, a picture or an example of one.' },
} as const satisfies { GET: Page }

/** `/docs/search.json` */
export const SEARCH = {
  GET: { id: 'documentationSearch', page: 'The search index of the documentation.' },
} as const satisfies { GET: Page }
