import { REGISTRATION_FLOW } from '../../core/user-flows/defaults.ts'
import type { Call, Method, Page } from '../description/call.ts'
import { inPath } from '../description/parameters.ts'

/** `/flows/:reference/preview` */
export const FLOW_PREVIEW = {
  POST: {
    id: 'previewFlow',
    group: 'User flows',
    who: 'designer',
    summary: 'Preview an unpublished user flow',
    prose:
      'The flow may contain mistakes, but its document must match the schema. A preview is kept for 15 minutes.',
    parameters: [inPath('reference', 'Reference of the flow.', 'registration')],
    body: {
      kind: 'json',
      schema: 'UnsavedFlow',
      example: { document: REGISTRATION_FLOW, themeId: 'default', answers: { plan: 'paid' } },
    },
    answers: {
      201: {
        text: 'The address of the preview.',
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
    page: 'A page of an unpublished flow, in a frame of the console. Its id grants access. `at` is a step, `verify` or `end`. `wrong` shows the fields with error messages.',
  },
} as const satisfies Partial<Record<Method, Page>>
