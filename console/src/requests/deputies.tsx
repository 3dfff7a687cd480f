import { Badge, Button, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { dayOf, Until } from '../access/term.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import rows from '../parts/rows.module.css'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { DEPUTIES, type Deputy, type DeputyList, removeDeputy } from './calls.ts'
import { DeputyDialog } from './deputy-dialog.tsx'

/** Who decides while approvers and reviewers are away. */
export function Deputies() {
  const { data, failure, reload } = useResource<DeputyList>(DEPUTIES)
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Deputy>()
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      Add deputy
    </Button>
  )
  return (
    <Stack gap="md">
      <Problem failure={failure} retry={reload} />
      {data === undefined && failure === undefined && <Placeholder h={200} label="Loading deputies" />}
      {data?.deputies.length === 0 && (
        <Empty title="No deputies" action={add}>
          A deputy receives the mails of an approver or reviewer and can decide on their behalf, for example
          during a vacation.
        </Empty>
      )}
      {data !== undefined && data.deputies.length > 0 && (
        <>
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              A deputy receives the mails of an approver or reviewer, and can decide on their behalf.
            </Text>
            {add}
          </Group>
          <Rows deputies={data.deputies} onRemove={setLeaving} />
        </>
      )}
      {adding && <DeputyDialog onClose={() => setAdding(false)} />}
      {leaving !== undefined && (
        <Confirm
          title={`Remove ${leaving.deputy} as deputy of ${leaving.approver}?`}
          action="Remove deputy"
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await removeDeputy(leaving.id)
            toast(`${leaving.deputy} no longer decides on behalf of ${leaving.approver}.`)
          }}
        >
          They can no longer decide on behalf of {leaving.approver}. Their earlier decisions stay.
        </Confirm>
      )}
    </Stack>
  )
}

interface RowsProps {
  readonly deputies: readonly Deputy[]
  readonly onRemove: (deputy: Deputy) => void
}

function Rows({ deputies, onRemove }: RowsProps) {
  return (
    <Paper withBorder bg="var(--surface)" className={rows.rows}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Deputy</Table.Th>
            <Table.Th scope="col">On behalf of</Table.Th>
            <Table.Th scope="col">First day</Table.Th>
            <Table.Th scope="col">Last day</Table.Th>
            <Table.Th scope="col">
              <span className={rows.hidden}>Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deputies.map(one => (
            <Table.Tr key={one.id}>
              <Table.Td>
                <Text span fw={600} className={rows.id}>
                  {one.deputy}
                </Text>{' '}
                {Date.parse(one.from) <= Date.now() && <Badge color="teal">Now</Badge>}
              </Table.Td>
              <Table.Td data-label="On behalf of">
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {one.approver}
                </Text>
              </Table.Td>
              <Table.Td data-label="First day">
                <Text size="sm">
                  <time dateTime={one.from}>{dayOf(one.from)}</time>
                </Text>
              </Table.Td>
              <Table.Td data-label="Last day">
                <Until at={one.until} />
              </Table.Td>
              <Table.Td>
                <Group justify="flex-end">
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Remove ${one.deputy} as deputy of ${one.approver}`}
                    onClick={() => onRemove(one)}
                  >
                    Remove
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
