import { Anchor, Paper, Stack, Table, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { groupPlace } from '../groups/calls.ts'
import { Ago } from '../parts/ago.tsx'
import { Empty } from '../parts/empty.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Pages, useExisting, useLast } from '../parts/paged.tsx'
import { Problem } from '../parts/problem.tsx'
import rows from '../parts/rows.module.css'
import { useResource } from '../resource.ts'
import { accessPage, PAGE_SIZE, type PeopleAccess, type PersonAccess } from './calls.ts'
import { Until } from './term.tsx'

/** Everybody who has access now, with the group through which they have it. */
export function People({ application, search }: { readonly application: string; readonly search: string }) {
  const [page, setPage] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins with its first page.
  useEffect(() => setPage(1), [search])
  const people = useResource<PeopleAccess>(accessPage(application, 'people', search, page))
  const { data, failure, reload } = people
  const shown = useLast(data)
  useExisting({ page, setPage }, people, PAGE_SIZE)
  if (shown === undefined)
    return failure === undefined ? (
      <Placeholder h={200} label="Loading people" />
    ) : (
      <Problem failure={failure} retry={reload} />
    )
  if (shown.people.length === 0) return <Empty title="Nobody matches">Nobody with access matches.</Empty>
  return (
    <Stack gap="md">
      <Paper withBorder bg="var(--surface)" className={rows.rows}>
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Account</Table.Th>
              <Table.Th scope="col">Through</Table.Th>
              <Table.Th scope="col">Since</Table.Th>
              <Table.Th scope="col">Last day</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.people.map(person => (
              <Row key={`${person.id} ${person.groupId}`} person={person} />
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      <Pages what="entries" page={page} setPage={setPage} total={shown.total} size={PAGE_SIZE} />
    </Stack>
  )
}

function Row({ person }: { readonly person: PersonAccess }) {
  const { userName, fullName, groupId, groupName, since, until } = person
  return (
    <Table.Tr>
      <Table.Td>
        <Text span fw={600} className={rows.id}>
          {userName}
        </Text>
        {fullName !== null && (
          <Text size="sm" c="dimmed">
            {fullName}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Through">
        {groupId === null ? (
          <Text size="sm" c="dimmed">
            Given directly
          </Text>
        ) : (
          <Anchor component={Link} href={groupPlace(groupId)} size="sm">
            {groupName}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td data-label="Since">
        <Text size="sm">
          <Ago at={since} />
        </Text>
      </Table.Td>
      <Table.Td data-label="Last day">
        <Until at={until} />
      </Table.Td>
    </Table.Tr>
  )
}
