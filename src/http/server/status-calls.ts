import type { Call, Method, Page } from '../description/call.ts'

/** `/` */
export const SERVICE = {
  GET: {
    id: 'getService',
    group: 'Service',
    who: 'anyone',
    summary: 'Get the name and version of the service',
    prose: 'Browsers are led to the sign-in page.',
    answers: {
      200: {
        text: 'The version, and where to begin.',
        content: { 'application/json': 'Service' },
        example: {
          service: 'tabard',
          version: '0.1.0',
          description: 'Tabard, a branding service for identity pages and e-mails.',
          themes: '/v1.0/branding/themes',
          token: '/v1.0/endpoint/default/token',
          limits: '/v1.0/tabard/limits',
          openapi: '/openapi.json',
          docs: '/docs',
          health: ['/healthz', '/readyz'],
        },
      },
      302: { text: 'To the sign-in page, for browsers.', headers: ['Location'] },
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/healthz` */
export const HEALTH = {
  GET: {
    id: 'getHealth',
    group: 'Service',
    who: 'anyone',
    summary: 'Check whether the process runs',
    answers: {
      200: { text: 'It does.', content: { 'application/json': 'Status' }, example: { status: 'alive' } },
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/readyz` */
export const READINESS = {
  GET: {
    id: 'getReadiness',
    group: 'Service',
    who: 'anyone',
    summary: 'Check whether the service can serve people',
    prose: 'It has started, has asked its database, is not stopping, and has not too much to do.',
    answers: {
      200: { text: 'It does.', content: { 'application/json': 'Status' }, example: { status: 'ready' } },
    },
    refusals: ['starting', 'stopping'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/console` */
export const CONSOLE_DOOR = {
  GET: { id: 'consoleDoor', page: 'Leads to the console.' },
} as const satisfies Partial<Record<Method, Page>>

/** `/metrics` */
export const METRICS = {
  GET: { id: 'metrics', page: 'Counts and measures, as Prometheus reads them.' },
} as const satisfies Partial<Record<Method, Page>>
