import type { Call, Method, Page } from '../description/call.ts'

/** `/` */
export const SERVICE = {
  GET: {
    id: 'getService',
    group: 'Service',
    who: 'anyone',
    summary: 'Get the name and version of the service',
    prose: 'Browsers are redirected to the sign-in page.',
    answers: {
      200: {
        text: 'The version, and the most important addresses.',
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
      302: { text: 'Redirects browsers to the sign-in page.', headers: ['Location'] },
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/healthz` */
export const HEALTH = {
  GET: {
    id: 'getHealth',
    group: 'Service',
    who: 'anyone',
    summary: 'Check whether the process is running',
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
    summary: 'Check whether the service is ready',
    prose:
      'Ready means: the service has started, can reach its database, is not shutting down and is not overloaded.',
    answers: {
      200: { text: 'It does.', content: { 'application/json': 'Status' }, example: { status: 'ready' } },
    },
    refusals: ['starting', 'stopping'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/console` */
export const CONSOLE_DOOR = {
  GET: { id: 'consoleDoor', page: 'Redirects to the console.' },
} as const satisfies Partial<Record<Method, Page>>

/** `/metrics` */
export const METRICS = {
  GET: { id: 'metrics', page: 'Metrics in the Prometheus format.' },
} as const satisfies Partial<Record<Method, Page>>
