import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '../../identity/identity.ts'
import type { Finding, LintReport, Severity } from '../../lint/lint.ts'
import type { Checked } from '../../themes/themes.ts'
import { ruleAddress } from '../description/lint-rules.ts'

/** How long an answer waits for the linter. The write itself is already done. */
const PATIENCE_MS = 1_000

/** What the linter says, where it says it soon; undefined otherwise. */
export async function soon(checked: Checked): Promise<LintReport | undefined> {
  const patience = new AbortController()
  const late = sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined)
  const report = await Promise.race([checked, late])
  patience.abort()
  return report
}

/** Tells with a header how many errors and warnings there are. */
export function tellFindings(reply: FastifyReply, { fatal, error, warning }: LintReport['counts']): void {
  reply.header('tabard-findings', fatal + error + warning)
}

/** How many findings of each severity some files have. */
export function countsOf({ findings }: LintReport, has: (file: string) => boolean): Record<Severity, number> {
  const counts = { fatal: 0, error: 0, warning: 0, recommendation: 0 }
  for (const { file, severity } of findings) if (has(file)) counts[severity] += 1
  return counts
}

/** A finding with the address of its rule in the reference. */
export type Documented = Finding & { readonly docs: string }

/** Adds the address of its rule in the reference of this service to each finding. */
export function documented(
  identity: Identity,
  { tenant }: FastifyRequest,
  findings: readonly Finding[],
): Documented[] {
  const base = identity.tenancy.address(tenant)
  return findings.map(finding => ({ ...finding, docs: ruleAddress(base, finding.rule) }))
}
