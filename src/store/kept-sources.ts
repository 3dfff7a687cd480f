import type { SourceSettings } from '../core/federation/source-settings.ts'

/** An identity source: another service whose accounts people can sign in with. */
export interface IdentitySource extends SourceSettings {
  readonly id: string
  /** Whether there is a secret or a private key. */
  readonly hasSecret: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** How a link was created: at the first sign-in, by a proof, by an administrator, or by a trusted e-mail address. */
export type LinkOrigin = 'created' | 'proved' | 'given' | 'trusted'

/** A link between an account and a person at a source. */
export interface AccountLink {
  readonly source: string
  /** The person's id at the source. */
  readonly subject: string
  readonly account: string
  /**
   * The e-mail address that the source last sent. It helps people to recognize the link, and is never used for
   * decisions.
   */
  readonly email: string | null
  readonly origin: LinkOrigin
  readonly createdAt: number
  readonly usedAt: number | null
}
