import { ApiError, failureOf, UNREACHABLE } from '../api.ts'
import type { Session } from '../session.ts'

/** The next step when somebody signs in again. */
export type SignInStep =
  | { readonly next: 'done'; readonly problem?: string }
  | { readonly next: 'password'; readonly problem?: string }
  | { readonly next: 'code'; readonly flow: string; readonly problem?: string }
  | { readonly next: 'page'; readonly address: string; readonly problem?: string }

/** Sends one step of signing in. The session arrives as a cookie. */
export async function askAgain(step: SignInStep, userName: string, typed: string): Promise<SignInStep> {
  const [path, fields] =
    step.next === 'code'
      ? [`/signin/step?${new URLSearchParams({ flow: step.flow })}`, { code: typed }]
      : ['/signin', { username: userName, password: typed }]
  const response = await asked(path, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields as Record<string, string>),
  })
  const answer: Partial<SignInStep> | null = await response
    .clone()
    .json()
    .catch(() => null)
  if (answer?.next === undefined) throw await failureOf(response)
  return answer as SignInStep
}

/** The user name of the signed-in person; undefined if nobody is signed in. */
export async function whoIsSignedIn(): Promise<string | undefined> {
  const response = await asked('/session', {}).catch(() => undefined)
  return response?.ok ? ((await response.json()) as Session).userName : undefined
}

async function asked(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'same-origin', ...init })
  } catch {
    throw new ApiError(0, 'UNREACHABLE', UNREACHABLE)
  }
}
