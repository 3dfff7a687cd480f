import type { TenantStore, TenantTransaction } from './contract.ts'
import type { Engine } from './engines/engine.ts'
import { type Run, standing, type Write } from './shelves/shelf.ts'
import { READS } from './shelves/shelves.ts'
import { SqlTransaction } from './transaction.ts'

/** The store of one tenant over either engine. */
export class SqlTenantStore extends standing(READS) implements TenantStore {
  readonly now: () => number
  readonly newId: () => string
  readonly #writing: Write

  constructor({ now, newId }: Pick<Engine, 'now' | 'newId'>, read: Run, write: Write) {
    super(read, write)
    this.now = now
    this.newId = newId
    this.#writing = write
  }

  async write<T>(work: (transaction: TenantTransaction) => Promise<T>, quiet?: 'quiet'): Promise<T> {
    return await this.#writing(quiet)(scope => work(new SqlTransaction(scope)))
  }
}
