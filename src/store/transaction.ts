import type { TenantTransaction } from './contract.ts'
import type { Scope } from './shelves/scope.ts'
import { type Run, standing } from './shelves/shelf.ts'
import { WRITES } from './shelves/shelves.ts'

/** One write of one tenant. */
export class SqlTransaction extends standing(WRITES) implements TenantTransaction {
  readonly now: () => number
  readonly newId: () => string

  constructor(scope: Scope) {
    const run: Run = work => work(scope)
    super(run, () => run)
    this.now = scope.engine.now
    this.newId = scope.engine.newId
  }
}
