import type { TenantTransaction } from './contract.ts'
import { accountWrites } from './shelves/accounts.ts'
import { analyticsWrites } from './shelves/analytics.ts'
import { applicationWrites } from './shelves/applications.ts'
import { auditWrites } from './shelves/audit.ts'
import { clientWrites } from './shelves/clients.ts'
import { factorWrites } from './shelves/factors.ts'
import { jobWrites } from './shelves/jobs.ts'
import { keyWrites } from './shelves/keys.ts'
import { outboxWrites } from './shelves/outbox.ts'
import { recordWrites } from './shelves/records.ts'
import type { Scope } from './shelves/scope.ts'
import type { Run } from './shelves/shelf.ts'
import { tenantWrites } from './shelves/tenants.ts'
import { themeWrites } from './shelves/theme-writes.ts'
import { tryWrites } from './shelves/tries.ts'

/** The inside of one write of one tenant. */
export class SqlTransaction implements TenantTransaction {
  readonly now: () => number
  readonly newId: () => string
  readonly #run: Run

  constructor(scope: Scope) {
    this.now = scope.engine.now
    this.newId = scope.engine.newId
    this.#run = work => work(scope)
  }

  get accounts() {
    return accountWrites(this.#run)
  }

  get analytics() {
    return analyticsWrites(this.#run)
  }

  get applications() {
    return applicationWrites(this.#run)
  }

  get audit() {
    return auditWrites(this.#run)
  }

  get clients() {
    return clientWrites(this.#run)
  }

  get factors() {
    return factorWrites(this.#run)
  }

  get jobs() {
    return jobWrites(this.#run)
  }

  get keys() {
    return keyWrites(this.#run)
  }

  get outbox() {
    return outboxWrites(this.#run)
  }

  get records() {
    return recordWrites(this.#run)
  }

  get tenant() {
    return tenantWrites(this.#run)
  }

  get themes() {
    return themeWrites(this.#run)
  }

  get tries() {
    return tryWrites(this.#run)
  }
}
