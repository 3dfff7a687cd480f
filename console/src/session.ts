import { createContext, useContext } from 'react'
import type { Session } from './wire.ts'

export type { Session } from './wire.ts'

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('used outside of a session')
  return session
}
