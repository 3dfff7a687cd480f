import { Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Ago } from '../parts/ago.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { FilterField } from '../parts/filter-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Pages, useExisting, useLast, usePaged } from '../parts/paged.tsx'
import { Problem } from '../parts/problem.tsx'
import rows from '../parts/rows.module.css'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { AddDialog } from './add-dialog.tsx'
import {
  type GroupMember,
  type GroupMembers,
  type GroupRecord,
  groupResource,
  listPage,
  PAGE_SIZE,
  removeMember,
} from './calls.ts'

/** The people in a group. */
export function Members({ group }: { readonly group: GroupRecord }) {
  const paged = usePaged()
  const members = useResource<GroupMembers>(
    listPage(`${groupResource(group.id)}/members`, paged.search, paged.page),
  )
  const { data, failure, reload } = members
  const shown = useLast(data)
  useExisting(paged, members, PAGE_SIZE)
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<GroupMember>()
  const isEmpty = shown?.total === 0 && paged.search === ''
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      Add members
    </Button>
  )
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <Title order={2}>Members</Title>
        {shown !== undefined && !isEmpty && add}
      </Group>
      <Problem failure={failure} retry={reload} />
      {shown === undefined && failure === undefined && <Placeholder h={200} label="Loading members" />}
      {isEmpty && (
        <Empty title="No members yet" action={add}>
          Add people by their usernames. They get the access that the group has.
        </Empty>
      )}
      {shown !== undefined && !isEmpty && (
        <>
          <FilterField label="Search members" value={paged.typed} onChange={paged.setTyped} />
          {shown.members.length === 0 && paged.search !== '' ? (
            <Empty title="No member matches">
              No member has “{paged.search}” in the name or e-mail address.
            </Empty>
          ) : (
            <Rows members={shown.members} onRemove={setLeaving} />
          )}
          <Pages {...paged} what="members" total={shown.total} size={PAGE_SIZE} />
        </>
      )}
      {adding && <AddDialog group={group} onClose={() => setAdding(false)} />}
      {leaving !== undefined && (
        <Confirm
          title={`Remove ${leaving.userName} from ${group.name}?`}
          action="Remove member"
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await removeMember(group.id, leaving.id)
            toast(`${leaving.userName} was removed from ${group.name}.`)
          }}
        >
          They immediately lose the access that they have through this group.
        </Confirm>
      )}
    </Stack>
  )
}

interface RowsProps {
  readonly members: readonly GroupMember[]
  readonly onRemove: (member: GroupMember) => void
}

function Rows({ members, onRemove }: RowsProps) {
  return (
    <Paper withBorder bg="var(--surface)" className={rows.rows}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Account</Table.Th>
            <Table.Th scope="col">Member since</Table.Th>
            <Table.Th scope="col">
              <span className={rows.hidden}>Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map(member => (
            <Table.Tr key={member.id}>
              <Table.Td>
                <Text span fw={600} className={rows.id}>
                  {member.userName}
                </Text>
                {member.fullName !== null && (
                  <Text size="sm" c="dimmed">
                    {member.fullName}
                  </Text>
                )}
              </Table.Td>
              <Table.Td data-label="Member since">
                <Text size="sm">
                  <Ago at={member.since} />
                </Text>
              </Table.Td>
              <Table.Td>
                <Group justify="flex-end">
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Remove ${member.userName}`}
                    onClick={() => onRemove(member)}
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
