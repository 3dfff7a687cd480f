import { accessReads, accessWrites } from './access.ts'
import { accountReads, accountWrites } from './accounts.ts'
import { analyticsReads, analyticsWrites } from './analytics.ts'
import { applicationReads, applicationWrites } from './applications.ts'
import { attributeReads, attributeWrites } from './attributes.ts'
import { auditReads, auditWrites } from './audit.ts'
import { campaignReads, campaignWrites } from './campaigns.ts'
import { clientReads, clientWrites } from './clients.ts'
import { deciderReads, deciderWrites } from './deciders.ts'
import { factorReads, factorWrites } from './factors.ts'
import { flowReads, flowWrites } from './flows.ts'
import { groupReads, groupWrites } from './groups.ts'
import { identitySourceReads, identitySourceWrites } from './identity-sources.ts'
import { jobReads, jobWrites } from './jobs.ts'
import { keyReads, keyWrites } from './keys.ts'
import { lintReads, lintWrites } from './lint.ts'
import { outboxReads, outboxWrites } from './outbox.ts'
import { recordShelf, recordWrites } from './records.ts'
import { requestReads, requestWrites } from './requests.ts'
import { reviewReads, reviewWrites } from './reviews.ts'
import type { Standing } from './shelf.ts'
import { sourceReads, sourceWrites } from './sources.ts'
import { tenantWrites } from './tenants.ts'
import { themeWrites } from './theme-writes.ts'
import { themeReads } from './themes.ts'
import { tryShelf, tryWrites } from './tries.ts'

/** The shelves of a tenant outside a write. */
export const READS = {
  access: accessReads,
  accounts: accountReads,
  analytics: analyticsReads,
  applications: applicationReads,
  attributes: attributeReads,
  audit: auditReads,
  campaigns: campaignReads,
  clients: clientReads,
  deciders: deciderReads,
  factors: factorReads,
  flows: flowReads,
  groups: groupReads,
  identitySources: identitySourceReads,
  jobs: jobReads,
  keys: keyReads,
  lint: lintReads,
  outbox: outboxReads,
  records: recordShelf,
  requests: requestReads,
  reviews: reviewReads,
  sources: sourceReads,
  themes: themeReads,
  tries: tryShelf,
}

/** The shelves of a tenant inside a write. */
export const WRITES = {
  access: accessWrites,
  accounts: accountWrites,
  analytics: analyticsWrites,
  applications: applicationWrites,
  attributes: attributeWrites,
  audit: auditWrites,
  campaigns: campaignWrites,
  clients: clientWrites,
  deciders: deciderWrites,
  factors: factorWrites,
  flows: flowWrites,
  groups: groupWrites,
  identitySources: identitySourceWrites,
  jobs: jobWrites,
  keys: keyWrites,
  lint: lintWrites,
  outbox: outboxWrites,
  records: recordWrites,
  requests: requestWrites,
  reviews: reviewWrites,
  sources: sourceWrites,
  tenant: tenantWrites,
  themes: themeWrites,
  tries: tryWrites,
}

export type Reads = Standing<typeof READS>
export type Writes = Standing<typeof WRITES>
