import { Icon, type IconName } from '../parts/icon.tsx'
import { counted, severityName } from './counts.ts'
import { type LintReport, SEVERITIES, type Severity } from './finding.ts'
import classes from './lint.module.css'

const ICONS: Readonly<Record<Severity, IconName>> = {
  fatal: 'failed',
  error: 'failed',
  warning: 'warning',
  recommendation: 'info',
}

/** The severity of a finding, as an icon with a name. */
export function SeverityIcon({
  severity,
  size = 16,
}: {
  readonly severity: Severity
  readonly size?: number
}) {
  return (
    <span
      role="img"
      aria-label={severityName(severity)}
      className={classes.severity}
      data-severity={severity}
    >
      <Icon name={ICONS[severity]} size={size} />
    </span>
  )
}

/** The number of findings of each severity. */
export function Counts({ counts }: { readonly counts: LintReport['counts'] }) {
  return (
    <span className={classes.counts}>
      {SEVERITIES.filter(severity => counts[severity] > 0).map(severity => (
        <span key={severity} className={classes.count} title={counted(severity, counts[severity])}>
          <span aria-hidden="true" className={classes.severity} data-severity={severity}>
            <Icon name={ICONS[severity]} size={14} />
          </span>
          <span aria-hidden="true">{counts[severity]}</span>
          <span className={classes.hidden}>{counted(severity, counts[severity])}</span>
        </span>
      ))}
    </span>
  )
}
