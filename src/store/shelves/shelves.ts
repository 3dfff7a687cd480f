import { accessReads, accessWrites } from './access.ts'
import { accountReads, accountWrites } from './accounts.ts'
import { analyticsReads, analyticsWrites } from './analytics.ts'
import { applicationReads, applicationWrites } from './applications.ts'
import { auditReads, auditWrites } from './audit.ts'
import { clientReads, clientWrites } from './clients.ts'
import { factorReads, factorWrites } from './factors.ts'
import { groupReads, groupWrites } from './groups.ts'
import { jobReads, jobWrites } from './jobs.ts'
import { keyReads, keyWrites } from './keys.ts'
import { outboxReads, outboxWrites } from './outbox.ts'
import { recordShelf, recordWrites } from './records.ts'
import type { Standing } from './shelf.ts'
import { tenantWrites } from './tenants.ts'
import { themeWrites } from './theme-writes.ts'
import { themeReads } from './themes.ts'
import { tryShelf, tryWrites } from './tries.ts'

/** What is kept of a tenant, as it is outside a write. */
export const READS = {
  access: accessReads,
  accounts: accountReads,
  analytics: analyticsReads,
  applications: applicationReads,
  audit: auditReads,
  clients: clientReads,
  factors: factorReads,
  groups: groupReads,
  jobs: jobReads,
  keys: keyReads,
  outbox: outboxReads,
  records: recordShelf,
  themes: themeReads,
  tries: tryShelf,
}

/** What is kept of a tenant, inside a write. */
export const WRITES = {
  access: accessWrites,
  accounts: accountWrites,
  analytics: analyticsWrites,
  applications: applicationWrites,
  audit: auditWrites,
  clients: clientWrites,
  factors: factorWrites,
  groups: groupWrites,
  jobs: jobWrites,
  keys: keyWrites,
  outbox: outboxWrites,
  records: recordWrites,
  tenant: tenantWrites,
  themes: themeWrites,
  tries: tryWrites,
}

export type Reads = Standing<typeof READS>
export type Writes = Standing<typeof WRITES>
