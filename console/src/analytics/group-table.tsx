import { Table } from '@mantine/core'
import type { Funnel } from './calls.ts'
import { eventName, STEPS } from './events.ts'
import classes from './funnel.module.css'
import { counted, share } from './funnel-view.tsx'
import { GROUPS } from './place.ts'

interface GroupTableProps {
  readonly funnel: Funnel
  readonly nameOf: (group: string) => string
}

/** The steps of each group: how many registrations reached them, and the share that was lost before. */
export function GroupTable({ funnel: { by, groups }, nameOf }: GroupTableProps) {
  return (
    <div className={classes.scrolled}>
      <Table verticalSpacing={8} className={classes.groups}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{GROUPS.find(({ value }) => value === by)?.label}</Table.Th>
            {STEPS.map(event => (
              <Table.Th key={event} scope="col">
                {eventName(event)}
              </Table.Th>
            ))}
            <Table.Th scope="col">Completed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map(({ group, steps }) => (
            <Table.Tr key={group}>
              <Table.Th scope="row">{nameOf(group)}</Table.Th>
              {steps.map(({ event, journeys, dropOff }) => (
                <Table.Td key={event}>
                  {counted(journeys)}
                  {dropOff !== null && dropOff > 0 && ` (−${share(dropOff)})`}
                </Table.Td>
              ))}
              <Table.Td>{share(through(steps[0]?.journeys ?? 0, steps.at(-1)?.journeys ?? 0))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function through(started: number, complete: number): number | null {
  return started === 0 ? null : Math.min(1, complete / started)
}
