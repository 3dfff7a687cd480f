import { Button, Menu, Stack, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { MOST } from '../../../src/core/user-flows/bounds.ts'
import type { FlowField } from '../../../src/core/user-flows/document.ts'
import { Icon } from '../parts/icon.tsx'
import rows from '../parts/rows.module.css'
import { useDesigning } from './context.ts'
import type { Place } from './design.ts'
import classes from './designer.module.css'
import { type Dragging, useDragging } from './dragging.ts'
import { notAsked, stepName } from './names.ts'
import { pathOf, shifted } from './places.ts'

/** The steps of a flow and their fields, in their order. */
export function Outline() {
  const { document, change } = useDesigning()
  const dragging = useDragging()
  const { steps } = document
  const nav = useRef<HTMLElement>(null)
  const moved = useRef<Place>(null)
  // The focus stays on an item that was moved by keyboard.
  useLayoutEffect(() => {
    if (moved.current === null) return
    nav.current!.querySelector<HTMLElement>(`[data-item="${pathOf(moved.current)}"]`)?.focus()
    moved.current = null
  })
  const onMove = (place: Place) => {
    moved.current = place
  }
  return (
    <nav aria-label="Steps and fields" className={classes.outline} ref={nav}>
      <p id="outline-help" className={rows.hidden}>
        Press Alt with the up or down arrow key to move a step or a field.
      </p>
      <Item place={{ of: 'flow' }}>Flow settings</Item>
      <ol className={classes.steps}>
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: while an id is typed, it may be that of another step.
          <li key={at} {...dragging.over({ of: 'step', step: at })}>
            <Item place={{ of: 'step', step: at }} dragging={dragging} onMove={onMove}>
              <span className={classes.number}>{at + 1}</span>
              <b>{stepName(step)}</b>
            </Item>
            <ol className={classes.fields}>
              {step.fields.map((field, index) => (
                <Field
                  // biome-ignore lint/suspicious/noArrayIndexKey: the same attribute may be asked for twice by mistake.
                  key={index}
                  field={field}
                  place={{ of: 'field', step: at, field: index }}
                  dragging={dragging}
                  onMove={onMove}
                />
              ))}
            </ol>
            <div data-path={at === 0 ? '/steps' : undefined}>
              <AddField step={at} />
            </div>
          </li>
        ))}
      </ol>
      {steps.length < MOST.steps && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => change({ what: 'add step', at: steps.length }, { of: 'step', step: steps.length })}
        >
          Add step
        </Button>
      )}
      <Item place={{ of: 'end' }}>After the last step</Item>
    </nav>
  )
}

interface FieldProps {
  readonly field: FlowField
  readonly place: Place & { readonly of: 'field' }
  readonly dragging: Dragging
  readonly onMove: (place: Place) => void
}

function Field({ field: { attribute, required, when }, place, dragging, onMove }: FieldProps) {
  const { askable } = useDesigning()
  return (
    <li {...dragging.over(place)}>
      <Item place={place} dragging={dragging} onMove={onMove}>
        <span>
          {askable.name(attribute)}
          {required && (
            <>
              <span aria-hidden="true"> *</span>
              <span className={rows.hidden}>, required</span>
            </>
          )}
        </span>
        {when !== undefined && <span className={classes.when}>if…</span>}
      </Item>
    </li>
  )
}

interface ItemProps {
  readonly place: Place
  /** Absent if the item cannot be moved. */
  readonly dragging?: Dragging
  /** Called with the new place before the item is moved by keyboard. */
  readonly onMove?: (place: Place) => void
  readonly children: ReactNode
}

/** A line of the outline. Selecting it opens its properties. */
function Item({ place, dragging, onMove, children }: ItemProps) {
  const { document, place: chosen, askable, mistakes, change, look, say } = useDesigning()
  const path = pathOf(place)
  const isChosen = pathOf(chosen) === path
  const wrong = mistakes.filter(mistake => isWithin(mistake.path, place))
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    const shift = shifted(place, by, document, askable)
    if (shift === undefined) return say('It cannot be moved further.')
    onMove?.(shift.place)
    change(shift.edit, shift.place)
    say(shift.says)
  }
  return (
    <UnstyledButton
      className={classes.item}
      data-item={path}
      aria-current={isChosen || undefined}
      aria-describedby={dragging && 'outline-help'}
      aria-keyshortcuts={dragging && 'Alt+ArrowUp Alt+ArrowDown'}
      onClick={() => look(place)}
      onKeyDown={dragging && onKeyDown}
      {...dragging?.from(place)}
    >
      {dragging && (
        <span className={classes.grip} aria-hidden="true">
          ⠿
        </span>
      )}
      {children}
      {wrong.length > 0 && (
        <span className={classes.wrong} data-warning={wrong.every(({ warning }) => warning) || undefined}>
          <Icon name="warning" size={14} />
          <span className={rows.hidden}>
            {wrong.length === 1 ? ', one mistake' : `, ${wrong.length} mistakes`}
          </span>
        </span>
      )}
    </UnstyledButton>
  )
}

/** Whether a mistake is shown at a place. Mistakes of fields are shown at the fields. */
function isWithin(path: string, place: Place): boolean {
  const here = pathOf(place)
  if (place.of === 'flow') return !path.startsWith('/steps') && !path.startsWith('/end')
  if (path === '/steps') return place.of === 'step' && place.step === 0
  if (path !== here && !path.startsWith(`${here}/`)) return false
  return place.of !== 'step' || !path.startsWith(`${here}/fields/`)
}

function AddField({ step }: { readonly step: number }) {
  const { document, askable, change } = useDesigning()
  const { fields } = document.steps[step]!
  const free = notAsked(document, askable)
  if (fields.length >= MOST.fields) return null
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          className={classes.add}
          leftSection={<Icon name="plus" size={13} />}
          aria-label={`Add field to ${stepName(document.steps[step]!)}`}
        >
          Add field
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.attributes}>
        <Stack gap={0}>
          {free.map(attribute => (
            <Menu.Item
              key={attribute}
              onClick={() =>
                change(
                  { what: 'add field', step, field: newField(attribute, document.kind) },
                  { of: 'field', step, field: fields.length },
                )
              }
            >
              {askable.name(attribute)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            component={Link}
            href="/flows?tab=attributes"
            leftSection={<Icon name="plus" size={14} />}
          >
            Add an attribute of your own
          </Menu.Item>
        </Stack>
      </Menu.Dropdown>
    </Menu>
  )
}

/** A new field. Attributes that a registration cannot do without are required from the start. */
function newField(attribute: string, kind: string): FlowField {
  const essential = kind === 'registration' && (attribute === 'email' || attribute === 'password')
  return { attribute, ...(essential && { required: true }) }
}
