import { REGISTRATION_FLOW } from '../../core/user-flows/defaults.ts'
import type { Call, Method, Page } from '../description/call.ts'
import { inPath } from '../description/parameters.ts'

/** `/flows/:reference/preview` */
export const FLOW_PREVIEW = {
  POST: {
    id: 'previewFlow',
    group: 'User flows',
    who: 'designer',
    summary: 'Preview a user flow that is not published',
    prose:
      'The flow may have mistakes, as long as its document has the right form. A preview is kept for 15 minutes.',
    parameters: [inPath('reference', 'Reference of the flow.', 'registration')],
    body: {
      kind: 'json',
      schema: 'UnsavedFlow',
      example: { document: REGISTRATION_FLOW, themeId: 'default', answers: { plan: 'paid' } },
    },
    answers: {
      201: {
        text: 'Where the pages are.',
        content: { 'application/json': 'FlowPreview' },
        example: { id: '…', url: '/preview/flow/…' },
      },
    },
    refusals: ['flow_invalid', 'theme_unknown', 'too_many_requests'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/preview/flow/:id` */
export const FRAMED_FLOW = {
  GET: {
    id: 'framedFlow',
    page: 'A page of a flow that is not published, in a frame of the console; its id is the key. `at` names a step, `verify` or `end`; `wrong` shows what fields tell of a mistake.',
  },
} as const satisfies Partial<Record<Method, Page>>
