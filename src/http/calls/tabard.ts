import type { FastifyInstance } from 'fastify'
import type { Limits } from '../../core/refusal.ts'
import type { Tally } from '../../core/tally.ts'
import type { AccessRequests, Campaigns } from '../../governance/governance.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Store } from '../../store/store.ts'
import type { Themes } from '../../themes/themes.ts'
import type { Rates } from '../request/rate.ts'
import type { Turns } from '../request/turns.ts'
import type { UploadRoom } from '../request/upload-room.ts'
import { access } from './access.ts'
import { campaigns } from './campaigns.ts'
import { catalogue } from './catalogue.ts'
import { explain } from './explain.ts'
import { flowPreview } from './flow-preview.ts'
import { flows } from './flows.ts'
import { funnel } from './funnel.ts'
import { groups } from './groups.ts'
import { history } from './history.ts'
import { limits } from './limits.ts'
import { lint } from './lint.ts'
import { people } from './people.ts'
import { preview } from './preview.ts'
import { push } from './push.ts'
import { policyReports } from './reports.ts'
import { requests } from './requests.ts'
import { sampleMail } from './sample-mail.ts'
import { sources } from './sources.ts'
import { themeAnalytics } from './theme-analytics.ts'

interface Parts {
  readonly store: Store
  readonly identity: Identity
  readonly accessRequests: AccessRequests
  readonly campaigns: Campaigns
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
  sampleMail(app, parts)
  catalogue(app, parts)
  history(app, parts)
  push(app, parts)
  themeAnalytics(app, parts)
  funnel(app, parts)
  explain(app, parts)
  lint(app, parts)
  access(app, parts)
  groups(app, parts)
  people(app, parts)
  sources(app, parts)
  requests(app, parts)
  campaigns(app, parts)
  flows(app, parts)
  flowPreview(app, parts)
}
