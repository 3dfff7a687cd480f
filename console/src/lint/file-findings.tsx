import { Anchor, Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import { Link } from 'wouter'
import { placeOf } from '../editor/place.ts'
import { Icon } from '../parts/icon.tsx'
import type { ThemeDetail } from '../theme/theme.tsx'
import { countsOf } from './counts.ts'
import type { LintFinding } from './finding.ts'
import classes from './lint.module.css'
import { isRemoved, RemoveFile } from './remove-file.tsx'
import { Rule } from './rule.tsx'
import { Counts, SeverityIcon } from './severity.tsx'
import { whereIn } from './words.ts'

interface FileFindingsProps {
  readonly theme: ThemeDetail
  /** Empty for the theme as a whole. */
  readonly file: string
  readonly findings: readonly LintFinding[]
  readonly pageName: (id: string) => string
}

/** The findings in a file of a theme, with links to the lines. */
export function FileFindings({ theme, file, findings, pageName }: FileFindingsProps) {
  const isThere = theme.files.some(({ path }) => path === file)
  const [removing, setRemoving] = useState(false)
  return (
    <li className={classes.file}>
      <div className={classes.fileHead}>
        <h2 className={classes.fileName}>
          {file === '' ? 'The theme as a whole' : <BreakingPath path={file} />}
        </h2>
        <Counts counts={countsOf(findings)} />
      </div>
      <ul className={classes.findings}>
        {findings.map(finding => (
          <Row
            key={JSON.stringify([finding.rule, finding.start, finding.message])}
            finding={finding}
            place={isThere ? lineOf(theme.id, finding) : null}
            pageName={pageName}
            onRemove={isThere && isRemoved(finding) ? () => setRemoving(true) : null}
          />
        ))}
      </ul>
      {removing && <RemoveFile theme={theme} path={file} onClose={() => setRemoving(false)} />}
    </li>
  )
}

/** A path that can wrap between folders. */
function BreakingPath({ path }: { readonly path: string }) {
  return path.split('/').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path have no other.
    <Fragment key={index}>
      {index > 0 && '/'}
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** The editor URL for the line of a finding, with a page that it affects. */
function lineOf(id: string, { file, start, pages, locales }: LintFinding): string {
  const locale = locales?.[0]
  return placeOf(id, { file, page: pages?.[0] ?? null, line: start.line, ...(locale && { locale }) })
}

interface RowProps {
  readonly finding: LintFinding
  readonly place: string | null
  readonly pageName: (id: string) => string
  /** Removes the file, if that fixes the finding. */
  readonly onRemove: (() => void) | null
}

function Row({ finding, place, pageName, onRemove }: RowProps) {
  const where = whereIn(finding, pageName)
  return (
    <li className={classes.finding}>
      <SeverityIcon severity={finding.severity} />
      <div>
        <div className={classes.message}>{finding.message}</div>
        <div className={classes.where}>
          <Rule finding={finding} />
          {where !== '' && <span>{where}</span>}
        </div>
      </div>
      <div className={classes.actions}>
        {onRemove !== null && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<Icon name="bulb" size={13} />}
            onClick={onRemove}
          >
            {finding.fix?.title}
          </Button>
        )}
        {place !== null && (
          <Anchor component={Link} href={place} size="sm">
            Line {finding.start.line}
          </Anchor>
        )}
      </div>
    </li>
  )
}
