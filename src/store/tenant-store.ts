import type { TenantStore, TenantTransaction } from './contract.ts'
import type { Engine } from './engines/engine.ts'
import { accountReads } from './shelves/accounts.ts'
import { analyticsReads } from './shelves/analytics.ts'
import { applicationReads } from './shelves/applications.ts'
import { auditReads } from './shelves/audit.ts'
import { clientReads } from './shelves/clients.ts'
import { factorReads } from './shelves/factors.ts'
import { jobReads } from './shelves/jobs.ts'
import { keyReads } from './shelves/keys.ts'
import { outboxReads } from './shelves/outbox.ts'
import { recordShelf } from './shelves/records.ts'
import type { Run } from './shelves/shelf.ts'
import { themeReads } from './shelves/themes.ts'
import { tryShelf } from './shelves/tries.ts'
import { SqlTransaction } from './transaction.ts'

/** The store of one tenant over either engine. */
export class SqlTenantStore implements TenantStore {
  readonly now: () => number
  readonly newId: () => string
  readonly #read: Run
  readonly #write: (quiet?: 'quiet') => Run

  constructor({ now, newId }: Pick<Engine, 'now' | 'newId'>, read: Run, write: (quiet?: 'quiet') => Run) {
    this.now = now
    this.newId = newId
    this.#read = read
    this.#write = write
  }

  get accounts() {
    return accountReads(this.#read)
  }

  get analytics() {
    return analyticsReads(this.#read)
  }

  get applications() {
    return applicationReads(this.#read)
  }

  get audit() {
    return auditReads(this.#read)
  }

  get clients() {
    return clientReads(this.#read)
  }

  get factors() {
    return factorReads(this.#read)
  }

  get jobs() {
    return jobReads(this.#read)
  }

  get keys() {
    return keyReads(this.#read)
  }

  get outbox() {
    return outboxReads(this.#read)
  }

  get records() {
    return recordShelf(this.#read, this.#write)
  }

  get themes() {
    return themeReads(this.#read)
  }

  get tries() {
    return tryShelf(this.#read, this.#write)
  }

  async write<T>(work: (transaction: TenantTransaction) => Promise<T>, quiet?: 'quiet'): Promise<T> {
    return await this.#write(quiet)(scope => work(new SqlTransaction(scope)))
  }
}
