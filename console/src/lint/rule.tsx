import { Anchor } from '@mantine/core'
import type { LintFinding } from './finding.ts'
import classes from './lint.module.css'

/** The rule of a finding, linked to its documentation. */
export function Rule({ finding }: { readonly finding: LintFinding }) {
  return (
    <Anchor
      href={finding.docs}
      target="_blank"
      rel="noreferrer"
      className={classes.rule}
      aria-label={`${finding.rule}: documentation, in a new tab`}
    >
      {finding.rule}
    </Anchor>
  )
}
