import { DEFAULT_LIMITS } from '../../core/refusal.ts'
import { TEMPLATE_BOUNDS } from '../../core/template/template.ts'
import type { Call, Method } from '../description/call.ts'

/** `/limits` */
export const LIMITS = {
  GET: {
    id: 'getLimits',
    group: 'Service',
    who: 'anyone',
    summary: 'Get the limits of this installation',
    answers: {
      200: {
        text: 'The limits.',
        content: { 'application/json': 'Limits' },
        example: { ...DEFAULT_LIMITS, template: TEMPLATE_BOUNDS },
      },
    },
    refusals: ['host_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>
