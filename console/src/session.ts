import { createContext, useContext } from 'react'

/** Who is signed in, and where the pages that are branded stand. */
export interface Session {
  readonly userName: string
  readonly name: string
  readonly role: 'administrator' | 'developer'
  readonly pagesUrl: string
  /** Whether scripts of customized themes run on the pages. */
  readonly scripts: boolean
  readonly version: string
  /** Keys for what this person has typed and not saved: the first encrypts, all of them decrypt. */
  readonly draftKeys: readonly string[]
}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('used outside of a session')
  return session
}
