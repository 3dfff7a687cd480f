import type { TenantLintSettings } from '../kept.ts'
import type { Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** The linter settings of the tenant. */
export interface LintReads {
  /** Undefined if nothing has been set. */
  settings(): Promise<TenantLintSettings | undefined>
}

/** The linter settings of the tenant, inside a write. */
export interface LintWrites extends LintReads {
  /** Replaces the settings. */
  set(settings: TenantLintSettings): Promise<void>
}

async function settings({ db, tenant }: Scope): Promise<TenantLintSettings | undefined> {
  const row = await db.selectFrom('lint_settings').selectAll().where('tenant', '=', tenant).executeTakeFirst()
  if (row === undefined) return undefined
  return {
    rules: JSON.parse(row.rules) as TenantLintSettings['rules'],
    scriptOrigins: JSON.parse(row.script_origins) as string[],
    tagManager: row.tag_manager !== 0,
  }
}

async function set({ db, tenant }: Scope, wanted: TenantLintSettings): Promise<void> {
  const values = {
    rules: JSON.stringify(wanted.rules),
    script_origins: JSON.stringify(wanted.scriptOrigins),
    tag_manager: Number(wanted.tagManager),
  }
  await db
    .insertInto('lint_settings')
    .values({ tenant, ...values })
    .onConflict(conflict => conflict.column('tenant').doUpdateSet(values))
    .execute()
}

export const lintReads = shelf<LintReads>({ settings })

export const lintWrites = shelf<LintWrites>({ settings, set })
