import { ActionIcon, Group, Paper, Stack, Title } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import { useDesigning } from './context.ts'
import classes from './designer.module.css'
import { FieldProperties } from './field-properties.tsx'
import { EndProperties, FlowProperties } from './flow-properties.tsx'
import { placeName, shifted } from './places.ts'
import { StepProperties } from './step-properties.tsx'

/** The properties of the part selected in the outline. */
export function Properties({ builtIn }: { readonly builtIn: boolean }) {
  const { document, place, askable } = useDesigning()
  return (
    <Paper withBorder component="section" aria-label="Properties" className={classes.properties}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} className={classes.name}>
            {placeName(place, document, askable)}
          </Title>
          <Moving />
        </Group>
        {place.of === 'flow' && <FlowProperties builtIn={builtIn} />}
        {place.of === 'end' && <EndProperties />}
        {place.of === 'step' && <StepProperties key={place.step} at={place.step} />}
        {place.of === 'field' && <FieldProperties key={`${place.step} ${place.field}`} at={place} />}
      </Stack>
    </Paper>
  )
}

/** Buttons that move and remove the selected part. */
function Moving() {
  const { document, place, askable, change, say } = useDesigning()
  if (place.of !== 'step' && place.of !== 'field') return null
  const move = (by: 1 | -1) => {
    const shift = shifted(place, by, document, askable)
    if (shift === undefined) return
    change(shift.edit, shift.place)
    say(shift.says)
  }
  const remove = () => {
    const name = placeName(place, document, askable)
    change(
      place.of === 'step' ? { what: 'remove step', at: place.step } : { what: 'remove field', at: place },
    )
    say(`${name} was removed. Undo brings it back.`)
  }
  const isOnly = place.of === 'step' && document.steps.length === 1
  const buttons = [
    { name: 'Move up', icon: 'up', act: () => move(-1), off: !shifted(place, -1, document, askable) },
    { name: 'Move down', icon: 'down', act: () => move(1), off: !shifted(place, 1, document, askable) },
    { name: 'Remove', icon: 'trash', act: remove, off: isOnly },
  ] as const
  return (
    <Group gap={4} wrap="nowrap">
      {buttons.map(({ name, icon, act, off }) => (
        <ActionIcon
          key={name}
          variant="default"
          aria-label={name}
          title={name}
          // Not `disabled`, because a disabled button would lose the focus right after it was pressed.
          aria-disabled={off || undefined}
          data-disabled={off || undefined}
          onClick={() => !off && act()}
        >
          <Icon name={icon} size={15} />
        </ActionIcon>
      ))}
    </Group>
  )
}
