import { Paper, Table, Text, Title } from '@mantine/core'
import type { EventFigures, Figures } from './calls.ts'
import { eventName } from './events.ts'
import classes from './funnel.module.css'

const number = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** A count, formatted for people. */
export function counted(count: number): string {
  return number.format(count)
}

/** A share from 0 to 1, formatted for people; a dash if there is none. */
export function share(part: number | null): string {
  return part === null ? '–' : percent.format(part)
}

/** How many registrations reached each step, and which fields were clicked. */
export function FunnelView({ name, figures }: { readonly name: string; readonly figures: Figures }) {
  const started = figures.steps[0]?.journeys ?? 0
  return (
    <Paper withBorder component="section" aria-label={name} className={classes.funnel}>
      <Title order={2}>{name}</Title>
      <ol className={classes.steps} aria-label="Steps">
        {figures.steps.map((step, index) => (
          <Step key={step.event} step={step} started={started} isFirst={index === 0} />
        ))}
      </ol>
      <Fields fields={[...figures.fields, ...figures.designed]} />
    </Paper>
  )
}

interface StepProps {
  readonly step: EventFigures
  readonly started: number
  readonly isFirst: boolean
}

function Step({ step, started, isFirst }: StepProps) {
  const { event, journeys, dropOff } = step
  const part = started === 0 ? 0 : Math.min(1, journeys / started)
  return (
    <li>
      <Text size="sm" fw={600}>
        {eventName(event)}
      </Text>
      <Text className={classes.count}>{counted(journeys)}</Text>
      <div className={classes.track} aria-hidden="true">
        <div style={{ width: `${part * 100}%` }} />
      </div>
      <Text size="xs" c="dimmed">
        {isFirst
          ? 'everyone who starts'
          : dropOff === null
            ? 'nobody got this far'
            : `${share(dropOff)} drop-off`}
      </Text>
    </li>
  )
}

function Fields({ fields }: { readonly fields: readonly EventFigures[] }) {
  return (
    <Table verticalSpacing={6} horizontalSpacing="xs" className={classes.fields}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Field</Table.Th>
          <Table.Th scope="col">Clicked by</Table.Th>
          <Table.Th scope="col">Drop-off</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map(({ event, journeys, dropOff }) => (
          <Table.Tr key={event}>
            <Table.Th scope="row">{eventName(event)}</Table.Th>
            <Table.Td>{counted(journeys)}</Table.Td>
            <Table.Td>{share(dropOff)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
