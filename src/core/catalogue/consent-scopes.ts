import { scopeFields } from '../flows/consent.ts'
import type { MacroEntries, Sample } from './entry.ts'

/** What a consent page shows for each scope. */
export const scope = {
  OAUTH_TOKEN_SCOPE_REPEAT: { kind: 'text', meaning: 'name of the scope', sample: '' },
  OAUTH_TOKEN_SCOPE_PNAME_REPEAT: {
    kind: 'text',
    meaning: 'name of the field that agrees to it',
    sample: '',
  },
  OAUTH_TOKEN_SCOPE_PSTATE_REPEAT: {
    kind: 'text',
    meaning: 'name of a field for its state, which the service ignores',
    sample: '',
  },
  OAUTH_TOKEN_SCOPE_DESC_REPEAT: { kind: 'text', meaning: 'what it lets the application do', sample: '' },
  OAUTH_TOKEN_SCOPE_CHECKED: {
    kind: 'switch',
    meaning: 'checked if the tenant preselects scopes and the person has not refused this one before',
    sample: '',
  },
} satisfies MacroEntries

/** A scope in previews. */
export function scopeRow(name: string, index: number): Record<string, Sample> {
  const { field, state } = scopeFields(index)
  return {
    OAUTH_TOKEN_SCOPE_REPEAT: name,
    OAUTH_TOKEN_SCOPE_PNAME_REPEAT: field,
    OAUTH_TOKEN_SCOPE_PSTATE_REPEAT: state,
    OAUTH_TOKEN_SCOPE_DESC_REPEAT: word => word(`SCOPE_${name.toUpperCase()}`),
    OAUTH_TOKEN_SCOPE_CHECKED: '',
  }
}
