import type { Claims } from '../../core/federation/person.ts'
import type { IdentitySource } from '../../store/store.ts'
import type { Outgoing } from './outgoing.ts'

/** A source with what it takes to speak with it. */
export interface SpokenSource {
  readonly source: IdentitySource
  readonly secret: string | null
  readonly send: Outgoing
  /** The address that people come back to. */
  readonly callback: string
  readonly now: () => number
  /** Tells each step to whoever tests a source. Secrets never get there. */
  readonly note: (step: string, details: Readonly<Record<string, string>>) => void
}

/** What only the browser that was sent to a source can bring back. Nothing of it is used twice. */
export interface Secrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** How somebody is sent to a source. */
export interface Sending extends Secrets {
  readonly hint: string | undefined
  readonly locale: string | undefined
  /** Whether the source has to ask for the password again. */
  readonly again: boolean
}

/** What a source says about whoever came back. */
export interface Brought {
  readonly subject: string
  readonly claims: Claims
  /** When the person proved who they are there, where the source tells; milliseconds since 1970. */
  readonly provedAt: number | undefined
  /** The session there, where it has a name. */
  readonly sid: string | undefined
  readonly idToken: string | undefined
}

/** A sign-out that a source tells: of one session there, or of all of a person. */
export interface ToldSignOut {
  readonly id: string
  readonly subject: string | undefined
  readonly sid: string | undefined
}

/** A way of speaking with sources. Every method fails with a `SourceProblem`. */
export interface Protocol {
  /** Where somebody is sent. */
  begin(spoken: SpokenSource, sending: Sending): Promise<string>
  /** Who came back, by the parameters of the callback, in the answer to what was begun. */
  end(
    spoken: SpokenSource,
    secrets: Secrets & Pick<Sending, 'again'>,
    parameters: URLSearchParams,
  ): Promise<Brought>
  /** Where somebody signs out; undefined where the source has no address for it. */
  leave?(
    spoken: SpokenSource,
    leaving: { readonly idToken: string | undefined; readonly back: string; readonly state: string },
  ): Promise<string | undefined>
  /** Who signed out there, by what the source posted. */
  toldSignOut?(spoken: SpokenSource, token: string): Promise<ToldSignOut>
}
