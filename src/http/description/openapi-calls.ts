import type { Call, Method, Page } from './call.ts'
import { text } from './schema.ts'

/** `/openapi.json` */
export const DESCRIPTION = {
  GET: {
    id: 'getDescription',
    group: 'Service',
    who: 'anyone',
    summary: 'Get this description',
    answers: {
      200: {
        text: 'The calls as OpenAPI 3.1.',
        content: { 'application/json': { type: 'object', description: 'An OpenAPI description.' } },
        headers: ['ETag'],
      },
      304: { text: 'It is as `If-None-Match` has it.', headers: ['ETag'] },
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
    summary: 'Read this description',
    answers: {
      200: { text: 'A page for people.', content: { 'text/html': text('The page.') }, headers: ['ETag'] },
      304: { text: 'It is as `If-None-Match` has it.', headers: ['ETag'] },
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
  GET: { id: 'documentationSearch', page: 'What the search of the documentation looks through.' },
} as const satisfies { GET: Page }
