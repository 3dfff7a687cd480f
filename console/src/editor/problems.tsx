import { Anchor, Button, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { countsInWords, countsOf, numeral } from '../lint/counts.ts'
import type { LintFinding } from '../lint/finding.ts'
import { isRemoved } from '../lint/remove-file.tsx'
import { Rule } from '../lint/rule.tsx'
import { Counts, SeverityIcon } from '../lint/severity.tsx'
import { whereIn } from '../lint/words.ts'
import { Icon } from '../parts/icon.tsx'
import { isBoolean, useRemembered } from '../parts/remembered.ts'
import type { Origin } from '../preview/calls.ts'
import { problemsPlace } from '../themes/calls.ts'
import { type Entry, keyOf } from './problem-entries.ts'
import classes from './problems.module.css'
import { pathOf } from './sources.ts'

/** The maximum number of problems below the editor. The Problems tab of the theme lists all. */
const MOST = 100
const LIST = 'editor-problem-list'
/** In lower windows, the list is hidden unless somebody shows it. */
const ROOMY = '(min-width: 901px)'

/** The id of the list, for moving the keyboard focus from the editor. */
export const PROBLEMS = 'editor-problems'

interface ProblemsProps {
  readonly themeId: string
  /** The entries, worst first. */
  readonly entries: readonly Entry[]
  /** The active file, whose name is left out. */
  readonly front: string | null
  readonly pageName: (id: string) => string
  readonly onOpen: (entry: Entry) => void
  readonly onFix: (finding: LintFinding) => void
}

/** The problems of the page and of the active file. */
export function Problems({ themeId, entries, front, pageName, onOpen, onFix }: ProblemsProps) {
  const [open, setOpen] = useRemembered('tabard-editor-problems', matchMedia(ROOMY).matches, isBoolean)
  const counts = useMemo(() => countsOf(entries), [entries])
  const words = countsInWords(counts)
  return (
    <section className={classes.problems} aria-label="Problems of the page">
      <div className={classes.head}>
        <button
          type="button"
          id={PROBLEMS}
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={LIST}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'down' : 'right'} size={14} />
          Problems
          <Counts counts={counts} />
        </button>
        <Text size="xs" c="dimmed" role="status" className={classes.status}>
          {words === '' ? (
            'None in this page and file.'
          ) : (
            <span className={classes.spoken}>{words} in this page and file.</span>
          )}
        </Text>
        {entries.length > 0 && (
          <Text size="xs" c="dimmed" className={classes.hint}>
            F8 goes to the next one
          </Text>
        )}
        <Anchor component={Link} href={problemsPlace(themeId)} size="xs" className={classes.all}>
          All problems<span className={classes.spoken}> of the theme</span>
        </Anchor>
      </div>
      <div id={LIST} hidden={!open || entries.length === 0} className={classes.list}>
        <ul>
          {entries.slice(0, MOST).map(entry => (
            <Problem key={keyOf(entry)} {...{ entry, front, pageName, onOpen, onFix }} />
          ))}
        </ul>
        {entries.length > MOST && (
          <Text size="xs" c="dimmed" p="6px 12px">
            {MOST} of {numeral(entries.length)} are shown.
          </Text>
        )}
      </div>
    </section>
  )
}

interface ProblemProps extends Omit<ProblemsProps, 'themeId' | 'entries'> {
  readonly entry: Entry
}

function Problem({ entry, front, pageName, onOpen, onFix }: ProblemProps) {
  const { severity, text, code, origin, finding } = entry
  const where = finding === undefined ? '' : whereIn(finding, pageName)
  return (
    <li className={classes.problem}>
      <SeverityIcon severity={severity} size={15} />
      <div className={classes.words}>
        <div>
          {text}
          {code !== undefined && (
            <>
              : <code>{code}</code>
            </>
          )}
        </div>
        <div className={classes.where}>
          {origin !== undefined && (
            <Anchor component="button" type="button" size="xs" ta="start" onClick={() => onOpen(entry)}>
              {placeName(origin, front)}
            </Anchor>
          )}
          {finding !== undefined && <Rule finding={finding} />}
          {where !== '' && <span>{where}</span>}
        </div>
      </div>
      {finding !== undefined && (isEdited(finding) || isRemoved(finding)) && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<Icon name="bulb" size={13} />}
          title={isRemoved(finding) ? undefined : 'Fix this problem. You can undo it.'}
          className={classes.fix}
          onClick={() => onFix(finding)}
        >
          {finding.fix?.title}
        </Button>
      )}
    </li>
  )
}

/** Whether a fix edits the text of the file. */
function isEdited({ fix }: LintFinding): boolean {
  if (fix === undefined || fix.edits === 'remove') return false
  return fix.edits.some(({ start, end, text }) => end > start || text !== '')
}

function placeName({ file, line }: Origin, front: string | null): string {
  const { path, masters } = pathOf(file)
  return path === front && !masters ? `Line ${line}` : `${path}, line ${line}`
}
