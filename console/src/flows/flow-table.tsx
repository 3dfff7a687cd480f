import { Anchor, Badge, Button, Group, Paper, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { Ago } from '../parts/ago.tsx'
import { authorShown } from '../parts/author.ts'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import rows from '../parts/rows.module.css'
import { useResource } from '../resource.ts'
import { FLOWS, type Flow, type FlowList, flowPlace } from './calls.ts'
import { FlowActions } from './flow-actions.tsx'
import { KINDS } from './names.ts'
import { NewFlowDialog } from './new-flow-dialog.tsx'

export function CreateFlow() {
  const [creating, setCreating] = useState(false)
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
        Create flow
      </Button>
      {creating && <NewFlowDialog onClose={() => setCreating(false)} />}
    </>
  )
}

/** Every flow of the tenant. */
export function FlowTable() {
  const { data, failure, reload } = useResource<FlowList>(FLOWS)
  if (data === undefined)
    return failure === undefined ? (
      <Placeholder h={240} label="Loading user flows" />
    ) : (
      <Problem failure={failure} retry={reload} />
    )
  return (
    <Paper withBorder bg="var(--surface)" className={rows.rows}>
      <Table
        verticalSpacing="sm"
        horizontalSpacing="md"
        highlightOnHover
        highlightOnHoverColor="var(--hover)"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Reference</Table.Th>
            <Table.Th scope="col">Kind</Table.Th>
            <Table.Th scope="col">Steps</Table.Th>
            <Table.Th scope="col">Version</Table.Th>
            <Table.Th scope="col">Changed</Table.Th>
            <Table.Th scope="col">
              <span className={rows.hidden}>Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.flows.map(flow => (
            <Row key={flow.reference} flow={flow} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function Row({ flow }: { readonly flow: Flow }) {
  const { reference, kind, steps, version, designed, builtIn, invitationOnly } = flow
  const { updated, updatedBy, updatedByName } = flow
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} href={flowPlace(reference)} fw={600} className={rows.id}>
          {reference}
        </Anchor>
      </Table.Td>
      <Table.Td data-label="Kind">
        <Group gap="xs">
          {KINDS[kind]}
          {invitationOnly && (
            <Badge size="sm" color="gray">
              By invitation
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td data-label="Steps">{steps}</Table.Td>
      <Table.Td data-label="Version">
        <Group gap="xs">
          {version}
          <Badge size="sm" color={designed ? 'azure' : 'gray'}>
            {designed ? (builtIn ? 'Customized' : 'Added') : 'Original'}
          </Badge>
        </Group>
      </Table.Td>
      <Table.Td data-label="Changed">
        {updated === null ? (
          <Text size="sm" c="dimmed">
            Never
          </Text>
        ) : (
          <Text size="sm">
            <Ago at={updated} /> by {authorShown(updatedBy, updatedByName)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <FlowActions flow={flow} />
      </Table.Td>
    </Table.Tr>
  )
}
