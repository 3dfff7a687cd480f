import type { BoundedCache } from '../../core/bounded-cache.ts'
import type { Tally } from '../../core/tally.ts'
import type { AccessPages, AccessRequests, Campaigns } from '../../governance/governance.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Store } from '../../store/store.ts'
import type { Themes } from '../../themes/themes.ts'
import type { CallBook } from '../description/call-book.ts'
import type { Rates } from '../request/rate.ts'
import type { Turns } from '../request/turns.ts'
import type { UploadRoom } from '../request/upload-room.ts'
import type { ServerParts } from './base-server.ts'
import type { Kept } from './kept-answers.ts'
import type { KeptPage } from './kept-pages.ts'
import type { Shed } from './shed.ts'

/** What the servers of pages and console are made of. */
export interface AppParts extends ServerParts {
  readonly store: Store
  readonly themes: Themes
  readonly identity: Identity
  readonly accessRequests: AccessRequests
  readonly campaigns: Campaigns
  readonly accessPages: AccessPages
  readonly version: string
  /** How often browsers reported that a page tried what its policy forbids. */
  readonly violations: Tally
  readonly gzipped: BoundedCache<string, Buffer>
  readonly answers: BoundedCache<string, Kept>
  readonly signInPages: BoundedCache<string, KeptPage>
  /** What the two servers answer, for their description. */
  readonly calls: CallBook
  readonly uploads: UploadRoom
  readonly rates: Rates
  readonly plans: Turns
  readonly shed: Shed
  /** Whether everything is there that the service needs. */
  readonly started: () => boolean
}
