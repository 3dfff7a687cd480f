import { auditEntry } from '../../src/core/audit-events.ts'

// `npm run check` compiles this file; nothing runs it. An error that no longer occurs fails the check.

export const entry = auditEntry('signed-in', 0, { account: 'alex' }, { proofs: 'pwd' })

// @ts-expect-error A misspelt event.
export const misspelt = auditEntry('signed-inn', 0, {})
