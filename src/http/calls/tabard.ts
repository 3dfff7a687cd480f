import type { FastifyInstance } from 'fastify'
import type { Limits } from '../../core/refusal.ts'
import type { Tally } from '../../core/tally.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Store } from '../../store/store.ts'
import type { Themes } from '../../themes/themes.ts'
import type { Rates } from '../request/rate.ts'
import type { Turns } from '../request/turns.ts'
import type { UploadRoom } from '../request/upload-room.ts'
import { catalogue } from './catalogue.ts'
import { explain } from './explain.ts'
import { funnel } from './funnel.ts'
import { history } from './history.ts'
import { limits } from './limits.ts'
import { lint } from './lint.ts'
import { preview } from './preview.ts'
import { policyReports } from './reports.ts'
import { themeAnalytics } from './theme-analytics.ts'

interface Parts {
  readonly store: Store
  readonly identity: Identity
  readonly themes: Themes
  /** How often browsers reported a page. */
  readonly violations: Tally
  readonly limits: Limits
  readonly uploadSeconds: number
  readonly uploads: UploadRoom
  readonly rates: Rates
  /** For plans, which are long work. */
  readonly plans: Turns
}

/** The calls at `/v1.0/tabard` that both servers answer: what the branding REST API does not have. */
export function tabard(app: FastifyInstance, parts: Parts): void {
  limits(app, parts)
  policyReports(app, parts)
  preview(app, parts)
  catalogue(app)
  history(app, parts)
  themeAnalytics(app, parts)
  funnel(app, parts)
  explain(app, parts)
  lint(app, parts)
}
