import type { Call, Method } from '../description/call.ts'

/** `/demo` */
export const TRY_OUT = {
  POST: {
    id: 'beginTryOut',
    group: 'Try the sign-in',
    who: 'somebody',
    summary: 'Start a trial sign-in with a theme',
    body: { kind: 'json', schema: 'TryOut', example: { themeId: 'default' } },
    answers: {
      201: {
        text: 'The address to open, and a test account.',
        content: { 'application/json': 'TryOutStart' },
        example: { url: 'https://id.example.com/…', userName: 'demo', password: 'abcd-efgh' },
      },
    },
    refusals: ['theme_unknown', 'value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/demo/end` */
export const TRY_OUT_END = {
  POST: {
    id: 'endTryOut',
    group: 'Try the sign-in',
    who: 'somebody',
    summary: 'End the trial sign-in',
    body: { kind: 'json', schema: 'TryOutAnswer', example: { code: '…', state: '…' } },
    answers: {
      200: {
        text: 'What an application learns about the person who signed in.',
        content: { 'application/json': 'TryOutEnd' },
        example: { themeId: 'default', claims: { sub: '…' }, signOutUrl: 'https://id.example.com/…' },
      },
    },
    refusals: ['demo_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>
