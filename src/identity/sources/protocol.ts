import type { Claims } from '../../core/federation/person.ts'
import type { IdentitySource } from '../../store/store.ts'
import type { Outgoing } from './outgoing.ts'

/** A source, with everything that is needed to communicate with it. */
export interface SpokenSource {
  readonly source: IdentitySource
  readonly secret: string | null
  readonly send: Outgoing
  /** The redirect URI for this source. */
  readonly callback: string
  readonly now: () => number
  /** Reports each step to the administrator who tests a source. Secrets are never included. */
  readonly note: (step: string, details: Readonly<Record<string, string>>) => void
}

/** Values that only the browser that was sent to a source can bring back. None of them is used twice. */
export interface Secrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The parameters for sending a person to a source. */
export interface Sending extends Secrets {
  readonly hint: string | undefined
  readonly locale: string | undefined
  /** Whether the source has to ask for the password again. */
  readonly again: boolean
}

/** What a source says about the person who came back. */
export interface Brought {
  readonly subject: string
  readonly claims: Claims
  /** When the person proved there who they are, if the source says so; milliseconds since 1970. */
  readonly provedAt: number | undefined
  /** The id of the session there, if it has one. */
  readonly sid: string | undefined
  readonly idToken: string | undefined
}

/** A sign-out that a source reports: of one session there, or of all sessions of a person. */
export interface ToldSignOut {
  readonly id: string
  readonly subject: string | undefined
  readonly sid: string | undefined
}

/** A protocol of sources. Every method fails with a `SourceProblem`. */
export interface Protocol {
  /** The address to which the person is sent. */
  begin(spoken: SpokenSource, sending: Sending): Promise<string>
  /**
   * Identifies the person who came back, from the parameters of the callback and the values of `begin`. If the source
   * was told to ask for the password again, proofs from before `askedAt` are refused; milliseconds since 1970.
   */
  end(
    spoken: SpokenSource,
    values: Secrets & { readonly askedAt: number | undefined },
    parameters: URLSearchParams,
  ): Promise<Brought>
  /** The address for signing out; undefined if the source has none. */
  leave?(
    spoken: SpokenSource,
    leaving: { readonly idToken: string | undefined; readonly back: string; readonly state: string },
  ): Promise<string | undefined>
  /** Identifies who signed out there, from the token that the source posted. */
  toldSignOut?(spoken: SpokenSource, token: string): Promise<ToldSignOut>
}
