import { Badge, Text } from '@mantine/core'
import { countsInWords, numeral } from '../lint/counts.ts'
import classes from '../lint/lint.module.css'
import { errorsIn, type PackageFinding, type PackageProblems } from '../lint/package-report.ts'
import { Rule } from '../lint/rule.tsx'
import { Counts, SeverityIcon } from '../lint/severity.tsx'
import { whereIn } from '../lint/words.ts'

/** The maximum number of listed problems. The Problems tab of the theme lists all once the package is applied. */
const MOST = 100

/** The problems of a package before it is applied; null if the service had no time to check it. */
export function PackageFindings({ problems }: { readonly problems: PackageProblems | null }) {
  if (problems === null) {
    return (
      <Text size="sm" c="dimmed" role="status">
        The service was too busy to look for problems in the package. Check the Problems tab of the theme
        later.
      </Text>
    )
  }
  const { findings, counts, newOnly } = problems
  const name = newOnly ? 'New problems' : 'Problems of the package'
  if (findings.length === 0) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {newOnly ? 'The package adds no problems to the theme.' : 'No problems were found in the package.'}
      </Text>
    )
  }
  return (
    <details className={classes.folded} open={errorsIn(problems) > 0}>
      <summary>
        {name} <Counts counts={counts} />
      </summary>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
        tabIndex={0}
        className={classes.scrolled}
        aria-label={`${name}: ${countsInWords(counts)}`}
      >
        {findings.slice(0, MOST).map(one => (
          <Row key={keyOf(one)} {...one} isNew={one.isNew && !newOnly} />
        ))}
      </ul>
      {findings.length > MOST && (
        <Text size="xs" c="dimmed" px={14} py={8}>
          {MOST} of {numeral(findings.length)} shown.
        </Text>
      )}
    </details>
  )
}

function Row({ finding, isNew }: PackageFinding) {
  const { severity, message, file, start } = finding
  const where = whereIn(finding)
  return (
    <li className={classes.finding}>
      <SeverityIcon severity={severity} />
      <div>
        <div className={classes.message}>{message}</div>
        <div className={classes.where}>
          {file !== '' && (
            <span className={classes.message}>
              {file}, line {start.line}
            </span>
          )}
          <Rule finding={finding} />
          {where !== '' && <span>{where}</span>}
        </div>
      </div>
      {isNew && <Badge color="azure">New</Badge>}
    </li>
  )
}

function keyOf({ finding: { rule, file, start, message } }: PackageFinding): string {
  return JSON.stringify([rule, file, start, message])
}
