import { type RawBuilder, sql } from 'kysely'
import type { Scope } from './scope.ts'

/** Events of the audit trail that show that somebody used an application. */
export const USES: readonly string[] = ['signed-in', 'code-issued', 'tokens-issued', 'tokens-refreshed']

/**
 * The id of an application, for an audit entry that records a use. PostgreSQL holds a shared lock until the entry is
 * visible. It is an advisory lock, because a row lock would cost a write for each sign-in.
 */
export function usedApplication(scope: Scope, application: string): string | RawBuilder<string> {
  if (!scope.engine.concurrent) return application
  return sql<string>`(select cast(${application} as text)
    from pg_advisory_xact_lock_shared(${usesOf(scope, application)}))`
}

/** Waits until every use that is being recorded is visible. Later uses are recorded only after the transaction. */
export async function settleUses(scope: Scope, application: string): Promise<void> {
  if (!scope.engine.concurrent) return
  await sql`select pg_advisory_xact_lock(${usesOf(scope, application)})`.execute(scope.db)
}

function usesOf({ tenant }: Scope, application: string): RawBuilder<unknown> {
  return sql`hashtextextended(${`tabard uses ${tenant} ${application}`}, 0)`
}
