import { putJson } from '../api.ts'
import { refresh } from '../resource.ts'
import type { LintWish } from '../wire.ts'

export type { LintRules, LintSettings } from '../wire.ts'

export const LINT_SETTINGS = '/v1.0/tabard/lint/settings'
export const LINT_RULES = '/v1.0/tabard/lint/rules'

/** Changes the settings, unless somebody else has changed them since the ETag was read. Returns the new ETag. */
export async function changeLintSettings(wish: LintWish, etag: string | null): Promise<string | null> {
  const changed = await putJson(LINT_SETTINGS, wish, etag)
  await refresh(LINT_SETTINGS)
  return changed
}
