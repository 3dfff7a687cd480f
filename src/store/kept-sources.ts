import type { SourceSettings } from '../core/federation/source-settings.ts'

/** An identity source: where people are known from beside the service's own accounts. */
export interface IdentitySource extends SourceSettings {
  readonly id: string
  /** Whether there is a secret or a private key. */
  readonly hasSecret: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** How an account came to be linked: at the first visit, by a proof, by an administrator, or by a trusted address. */
export type LinkOrigin = 'created' | 'proved' | 'given' | 'trusted'

/** An account that is linked with somebody at a source. */
export interface AccountLink {
  readonly source: string
  /** The id of the person there. */
  readonly subject: string
  readonly account: string
  /** The address that the source last told; for people to recognize the link, never to decide by. */
  readonly email: string | null
  readonly origin: LinkOrigin
  readonly createdAt: number
  readonly usedAt: number | null
}
