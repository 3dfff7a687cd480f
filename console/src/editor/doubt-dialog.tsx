import { Button, Group, Stack, Text } from '@mantine/core'
import { numeral } from '../lint/counts.ts'
import { Rule } from '../lint/rule.tsx'
import { SeverityIcon } from '../lint/severity.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { type Entry, keyOf } from './problem-entries.ts'
import classes from './problems.module.css'
import { pathOf } from './sources.ts'

/** At most this many concerns are listed; more would not help the decision. */
const MOST = 20

interface DoubtDialogProps {
  /** The files to save, as the beginning of a sentence. */
  readonly what: string
  /** The concerns; null if the files could not be checked. */
  readonly concerns: readonly Entry[] | null
  readonly onResolve: (saves: boolean) => void
}

/** Asks before files are saved with errors. */
export function DoubtDialog({ what, concerns, onResolve }: DoubtDialogProps) {
  return (
    <Dialog
      onClose={() => onResolve(false)}
      size="lg"
      title={concerns === null ? 'Save without a check?' : `Save with ${errorsIn(concerns.length)}?`}
    >
      <Stack>
        {concerns === null ? (
          <Text size="sm">The service could not check that pages still work with {what}.</Text>
        ) : (
          <>
            <Text size="sm">
              Pages with this theme use <b className={classes.words}>{what}</b> as soon as you save. The audit
              trail records that the theme was saved with errors.
            </Text>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
            <ul tabIndex={0} className={classes.concerns} aria-label="Errors">
              {concerns.slice(0, MOST).map(entry => (
                <Concern key={keyOf(entry)} entry={entry} />
              ))}
            </ul>
            {concerns.length > MOST && (
              <Text size="sm" c="dimmed">
                And {numeral(concerns.length - MOST)} more.
              </Text>
            )}
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onResolve(false)} data-autofocus>
            Go back
          </Button>
          <Button color="red.9" onClick={() => onResolve(true)}>
            Save anyway
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Concern({ entry: { severity, text, code, origin, finding } }: { readonly entry: Entry }) {
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
            <span title={origin.file}>
              {nameOf(pathOf(origin.file).path)}, line {origin.line}
            </span>
          )}
          {finding !== undefined && <Rule finding={finding} />}
        </div>
      </div>
    </li>
  )
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function errorsIn(count: number): string {
  return count === 1 ? 'an error' : `${numeral(count)} errors`
}
