import { getJson, sendJson } from '../api.ts'
import { refresh } from '../resource.ts'
import type { LintSettings, LintWish } from '../wire.ts'
import { type Edits, wishOf } from './settings.ts'

export type { LintRules, LintSettings } from '../wire.ts'

export const LINT_SETTINGS = '/v1.0/tabard/lint/settings'
export const LINT_RULES = '/v1.0/tabard/lint/rules'

/** Saves the edits. Settings that somebody else has changed in the meantime are kept. */
export async function saveLintSettings(edits: Edits): Promise<void> {
  const wish: LintWish = wishOf(edits, await getJson<LintSettings>(LINT_SETTINGS))
  await sendJson('PUT', LINT_SETTINGS, wish)
  await refresh(LINT_SETTINGS)
}
