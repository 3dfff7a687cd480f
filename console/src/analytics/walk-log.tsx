import { Badge, Group, Switch, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { languageName } from '../parts/languages.ts'
import { eventName, FIELDS, STEPS } from './events.ts'
import { byReason, isForAnother } from './reasons.ts'
import { type Happened, type PageLoad, WALK, type WalkLook } from './use-walk.ts'
import classes from './walk.module.css'
import type { Judged } from './walk-talk.ts'

const STEP_NAMES = ['The form', 'Code requested', 'Address verified', 'Account created']

/** The name of a page of the walk. */
export function stepName(step: string): string {
  return STEP_NAMES[WALK.indexOf(step)] ?? step
}

/** The tags that fired on the pages of a walk, those that did not, and why. */
export function WalkLog({ loads }: { readonly loads: readonly PageLoad[] }) {
  const [onlyFired, setOnlyFired] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is newest stands last, and is to be seen.
  useEffect(() => void list.current?.scrollTo({ top: list.current.scrollHeight }), [loads, onlyFired])
  return (
    <>
      <div className={classes.bar}>
        <Group justify="space-between" mb="xs">
          <Title order={2}>What fires</Title>
          <Switch
            size="xs"
            label="Only events that fired"
            checked={onlyFired}
            onChange={event => setOnlyFired(event.currentTarget.checked)}
          />
        </Group>
        <Sent name="Steps" events={STEPS} loads={loads} />
        <Sent name="Fields" events={FIELDS} loads={loads} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard. */}
      <div ref={list} role="log" aria-label="Events" tabIndex={0} className={classes.log}>
        {loads.map((load, index) => (
          <section key={load.number} aria-label={`Page ${index + 1}`} className={classes.load}>
            <Title order={3} size="sm">
              {index + 1}. {stepName(load.step)}
              <Text span size="xs" c="dimmed" fw={400}>
                {' '}
                · {lookName(load.look)}
              </Text>
            </Title>
            {load.happened.map((one, position) => (
              <EventRow
                // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays where it is.
                key={position}
                happened={one}
                onlyFired={onlyFired}
              />
            ))}
          </section>
        ))}
      </div>
    </>
  )
}

function lookName({ locale, arrival, titles }: WalkLook): string {
  const known = titles || locale === 'default' ? '' : ', without its titles'
  return `${languageName(locale)}${known}${arrival === 'before' ? ', container before the title' : ''}`
}

interface SentProps {
  readonly name: string
  readonly events: readonly string[]
  readonly loads: readonly PageLoad[]
}

/** Which of the events have fired, and how often. */
function Sent({ name, events, loads }: SentProps) {
  const fired = loads
    .flatMap(({ happened }) => happened.flatMap(({ tags }) => tags))
    .filter(tag => tag.fired)
    .map(({ tag }) => tag)
  return (
    <ul aria-label={name} className={classes.sent}>
      {events.map(event => {
        const times = fired.filter(tag => tag === event).length
        return (
          <li key={event}>
            <Badge
              size="sm"
              variant="light"
              color={times > 0 ? 'teal' : 'gray'}
              title={event}
              leftSection={times > 0 && <Icon name="check" size={11} />}
            >
              {eventName(event)}
              {times > 1 && ` × ${times}`}
            </Badge>
          </li>
        )
      })}
    </ul>
  )
}

function EventRow({
  happened: { event, on, tags },
  onlyFired,
}: {
  readonly happened: Happened
  readonly onlyFired: boolean
}) {
  const fired = tags.filter(tag => tag.fired)
  const not = tags.filter(tag => !tag.fired && !isForAnother(tag))
  const others = tags.filter(isForAnother).length
  if (onlyFired && fired.length === 0) return null
  return (
    <div className={classes.event}>
      <Text size="sm">
        <code>{event}</code>
        {on !== '' && <> on “{on}”</>}
        {fired.length === 0 && ': nothing fired'}
      </Text>
      <ul>
        {fired.map(tag => (
          <Fired key={tag.tag} tag={tag} />
        ))}
        {!onlyFired &&
          byReason(not).map(({ tags, why }) => (
            <li key={tags[0]!.tag} className={classes.not}>
              <code>{tags.map(({ tag }) => tag).join(', ')}</code> did not fire. {why}.
            </li>
          ))}
        {!onlyFired && others > 0 && (
          <li className={classes.not}>{others} tags are for other events than this one.</li>
        )}
      </ul>
    </div>
  )
}

function Fired({ tag: { tag, trigger } }: { readonly tag: Judged }) {
  return (
    <li className={classes.fired}>
      <Icon name="check" size={14} />
      <span>
        <code>{tag}</code> fired, by its trigger “{trigger}”
      </span>
    </li>
  )
}
