import { ALL_ATTRIBUTES, type AttributeKey } from '../../core/attributes.ts'
import { invalidValue } from '../../core/refusal.ts'
import type { Account } from '../../store/store.ts'

/** The details of a person. A missing key leaves the value unchanged. */
export type Profile = Readonly<Partial<Record<AttributeKey, string | undefined>>>

type ProfileChange = Partial<Pick<Account, AttributeKey>>

/** Validates each value by the rules of forms. An empty text removes the value. */
export function checkedProfile(profile: Profile): ProfileChange {
  const change: Partial<Record<AttributeKey, string | number | null>> = {}
  for (const { key, rule, essential, option } of ALL_ATTRIBUTES) {
    const text = profile[key]
    if (text === undefined) continue
    const value = text === '' && !essential ? null : rule(text)
    if (value === undefined) throw invalidValue(option.refusal)
    change[key] = value
  }
  return change as ProfileChange
}
