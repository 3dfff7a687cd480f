import type { Call, Method } from '../description/call.ts'

/** `/session` */
export const SESSION = {
  GET: {
    id: 'getSession',
    group: 'Session',
    who: 'session',
    summary: 'Get the person who is signed in',
    answers: {
      200: {
        text: 'The person and their role.',
        content: { 'application/json': 'Session' },
        example: {
          userName: 'ada',
          name: 'Ada Miller',
          role: 'administrator',
          pagesUrl: 'https://id.example.com',
          scripts: true,
          version: '0.1.0',
          draftKeys: ['<32 bytes in base64url>'],
        },
      },
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/signout` */
export const SIGN_OUT = {
  POST: {
    id: 'endSession',
    group: 'Session',
    who: 'console page',
    summary: 'End the session',
    prose: 'Does nothing if there is no session.',
    answers: { 204: { text: 'The session was ended.' } },
  },
} as const satisfies Partial<Record<Method, Call>>
