import { folded } from '../core/path.ts'
import { Refusal } from '../core/refusal.ts'
import { refusing, type Scope } from './sql-scope.ts'
import type { TenantChange } from './store.ts'

/** Changes the row of a tenant. */
export async function updateTenant(scope: Scope, change: TenantChange): Promise<void> {
  const { name, consoleUrl, locale, factors, ticksScopes } = change
  const values = {
    ...(name !== undefined && { name, name_key: folded(name) }),
    ...(consoleUrl !== undefined && { console_url: consoleUrl }),
    ...(locale !== undefined && { locale }),
    ...(factors !== undefined && { factors: factors?.join(',') ?? null }),
    ...(ticksScopes !== undefined && { ticks_scopes: Number(ticksScopes) }),
  }
  if (Object.keys(values).length === 0) return
  const taken = await scope.db
    .selectFrom('tenants')
    .select('id')
    .where('id', '<>', scope.tenant)
    .where('name_key', '=', folded(name ?? ''))
    .executeTakeFirst()
  if (taken !== undefined) throw new Refusal('tenant_taken', { what: 'name', value: name! })
  await refusing(
    scope,
    'duplicate',
    new Refusal('tenant_taken', { what: 'console', value: consoleUrl ?? '' }),
    scope.db.updateTable('tenants').set(values).where('id', '=', scope.tenant).execute(),
  )
}
