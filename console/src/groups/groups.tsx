import { Anchor, Button, Paper, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Empty } from '../parts/empty.tsx'
import { FilterField } from '../parts/filter-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Pages, useExisting, useLast, usePaged } from '../parts/paged.tsx'
import { Problem } from '../parts/problem.tsx'
import rows from '../parts/rows.module.css'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { Page } from '../shell/page.tsx'
import {
  createGroup,
  GROUPS,
  type GroupList,
  type GroupRecord,
  groupPlace,
  listPage,
  PAGE_SIZE,
} from './calls.ts'
import { NameDialog } from './name-dialog.tsx'

export default function Groups() {
  const { role } = useSession()
  if (role === 'administrator') return <GroupsScreen />
  return (
    <ForAdministrators title="Groups are for administrators" why="Ask an administrator to change a group." />
  )
}

function GroupsScreen() {
  const [, navigate] = useLocation()
  const paged = usePaged()
  const groups = useResource<GroupList>(listPage(GROUPS, paged.search, paged.page))
  const { data, failure, reload } = groups
  const shown = useLast(data)
  useExisting(paged, groups, PAGE_SIZE)
  const [creating, setCreating] = useState(false)
  const isEmpty = shown?.total === 0 && paged.search === ''
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      Create group
    </Button>
  )
  return (
    <Page
      title="Groups"
      below="Give several people access to applications at once."
      actions={shown !== undefined && !isEmpty && create}
    >
      <Problem failure={failure} retry={reload} />
      {shown === undefined && failure === undefined && <Placeholder h={240} label="Loading groups" />}
      {isEmpty && (
        <Empty title="No groups yet" action={create}>
          Create one for a team or a department, add its people, and give it access to applications.
        </Empty>
      )}
      {shown !== undefined && !isEmpty && (
        <>
          <FilterField label="Search groups" value={paged.typed} onChange={paged.setTyped} />
          {shown.groups.length === 0 ? (
            <Empty title="No group matches">No group has “{paged.search}” in its name.</Empty>
          ) : (
            <Rows groups={shown.groups} />
          )}
          <Pages {...paged} what="groups" total={shown.total} size={PAGE_SIZE} />
        </>
      )}
      {creating && (
        <NameDialog
          title="Create group"
          action="Create group"
          name=""
          onClose={() => setCreating(false)}
          onSubmit={async name => {
            const made = await createGroup(name)
            toast(`${made.name} was created.`)
            navigate(groupPlace(made.id))
          }}
        />
      )}
    </Page>
  )
}

function Rows({ groups }: { readonly groups: readonly GroupRecord[] }) {
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
            <Table.Th scope="col">Name</Table.Th>
            <Table.Th scope="col">Members</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map(({ id, name, members }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Anchor component={Link} href={groupPlace(id)} fw={600} className={rows.id}>
                  {name}
                </Anchor>
              </Table.Td>
              <Table.Td data-label="Members">
                <Text size="sm" c={members === 0 ? 'dimmed' : undefined}>
                  {members === 0 ? 'None' : members.toLocaleString('en-US')}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
