import { contentTag } from '../content-tag.ts'
import { auditEntry } from '../core/audit-events.ts'
import { checkPrecondition, type Precondition } from '../core/precondition.ts'
import { invalidValue } from '../core/refusal.ts'
import { shortened } from '../core/text.ts'
import { isScriptOrigin, type Level, levelFlaw } from '../lint/lint.ts'
import type { AuditEntry, TenantLintSettings, TenantStore } from '../store/store.ts'

/** The linter settings of a tenant. */
export interface TenantLinting extends TenantLintSettings {
  readonly rules: Readonly<Record<string, Level>>
}

/** The settings to change. Absent settings stay unchanged. */
export type LintWish = Partial<TenantLintSettings>

const NOTHING_SET: TenantLintSettings = { rules: {}, scriptOrigins: [], tagManager: false }
const MOST_ORIGINS = 100
const LONGEST_ORIGIN = 300
/** An entry of the audit trail is for people. */
const LONGEST_DETAIL = 2_000

/** What a tenant has set for the linter. Rules and levels that only another version knows are left out. */
export async function lintSettings(store: Pick<TenantStore, 'lint'>): Promise<TenantLinting> {
  return understood((await store.lint.settings()) ?? NOTHING_SET)
}

/** Changes what a tenant has set for the linter. */
export async function changeLintSettings(
  store: TenantStore,
  wish: LintWish,
  by: Pick<AuditEntry, 'account' | 'address'>,
  precondition: Precondition = {},
): Promise<TenantLinting> {
  check(wish)
  return await store.write(async tx => {
    await tx.tenant.lock()
    const before = (await tx.lint.settings()) ?? NOTHING_SET
    checkPrecondition(precondition, 'linter settings', contentTag(understood(before)))
    const after = {
      ...before,
      ...wish,
      scriptOrigins: [...new Set(wish.scriptOrigins ?? before.scriptOrigins)],
    }
    await tx.lint.set(after)
    const details = {
      rules: told(Object.entries(after.rules).map(([id, level]) => `${id}=${level}`)),
      scriptOrigins: told(after.scriptOrigins),
      tagManager: String(after.tagManager),
    }
    await tx.audit.record(auditEntry('lint-settings-changed', store.now(), by, details))
    return understood(after)
  })
}

function check({ rules = {}, scriptOrigins = [] }: LintWish): void {
  for (const [id, level] of Object.entries(rules)) {
    const flaw = levelFlaw(id, level)
    if (flaw !== undefined) throw invalidValue(flaw)
  }
  const wrong = scriptOrigins.find(origin => origin.length > LONGEST_ORIGIN || !isScriptOrigin(origin))
  if (wrong !== undefined)
    throw invalidValue(
      `${JSON.stringify(shortened(wrong, 100))} is not an origin such as https://cdn.example.com, without a path.`,
    )
  if (scriptOrigins.length > MOST_ORIGINS)
    throw invalidValue(`At most ${MOST_ORIGINS} script origins can be allowed.`)
}

function understood(settings: TenantLintSettings): TenantLinting {
  const rules = Object.entries(settings.rules).filter(([id, level]) => levelFlaw(id, level) === undefined)
  return { ...settings, rules: Object.fromEntries(rules) as Record<string, Level> }
}

function told(values: readonly string[]): string {
  return shortened(values.join(', '), LONGEST_DETAIL)
}
