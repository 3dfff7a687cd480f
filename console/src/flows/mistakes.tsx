import { Paper, Text, Title, UnstyledButton } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import type { FlowMistake } from './calls.ts'
import { useDesigning } from './context.ts'
import classes from './designer.module.css'
import { placeName, placeOf } from './places.ts'

interface MistakesProps {
  /** Goes to the place of a mistake. */
  readonly onGo: (path: string) => void
}

/** All mistakes in the flow. Each links to the place where it can be fixed. */
export function Mistakes({ onGo }: MistakesProps) {
  const { mistakes } = useDesigning()
  const errors = mistakes.filter(({ warning }) => !warning).length
  return (
    <Paper withBorder component="section" aria-label="Mistakes" className={classes.mistakes}>
      <Title order={2}>Mistakes</Title>
      <Text size="sm" c="dimmed" role="status">
        {counted(errors, mistakes.length - errors)}
      </Text>
      {mistakes.length > 0 && (
        <ul>
          {mistakes.map((mistake, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may be wrong twice.
            <li key={at}>
              <Line mistake={mistake} onGo={onGo} />
            </li>
          ))}
        </ul>
      )}
    </Paper>
  )
}

function Line({
  mistake: { path, reason, warning },
  onGo,
}: { readonly mistake: FlowMistake } & MistakesProps) {
  const { document, askable } = useDesigning()
  const place = placeOf(path)
  const isThere =
    (place.of !== 'step' && place.of !== 'field') ||
    (document.steps[place.step] !== undefined &&
      (place.of === 'step' || document.steps[place.step]!.fields[place.field] !== undefined))
  if (!isThere) return null
  return (
    <UnstyledButton
      className={classes.mistake}
      data-warning={warning || undefined}
      onClick={() => onGo(path)}
    >
      <Icon name="warning" size={15} />
      <span>
        <b>{path === '/steps' ? 'Steps' : placeName(place, document, askable)}</b> {reason}
      </span>
    </UnstyledButton>
  )
}

function counted(errors: number, warnings: number): string {
  if (errors + warnings === 0) return 'Nothing is wrong.'
  const some = [
    errors > 0 && `${errors} to fix before you can publish`,
    warnings > 0 && `${warnings} to look at`,
  ]
  return some.filter(part => part !== false).join(', ')
}
