import { Anchor, Badge, Button, Code, Paper, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { Ago } from '../parts/ago.tsx'
import { byName } from '../parts/by-name.ts'
import { Empty } from '../parts/empty.tsx'
import { FilterField, matches, useFilter } from '../parts/filter-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import rows from '../parts/rows.module.css'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { Page } from '../shell/page.tsx'
import { CLIENTS, type ClientList, type ClientRecord, clientPlace } from './calls.ts'
import { CreateDialog } from './create-dialog.tsx'
import { mayDo } from './entitlements.ts'
import { LimitedTo } from './theme-limit.tsx'

export default function Clients() {
  const { role } = useSession()
  if (role === 'administrator') return <ClientTable />
  return (
    <ForAdministrators
      title="API clients are for administrators"
      why="Ask an administrator for the client that your program needs."
    />
  )
}

function ClientTable() {
  const { data, failure, reload } = useResource<ClientList>(CLIENTS)
  const [filter, setFilter] = useFilter()
  const [creating, setCreating] = useState(false)
  const found = data?.clients
    .filter(client => matches(filter, client.id, client.name, mayDo(client)))
    .toSorted((one, other) => byName(one.name, other.name))
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      Create API client
    </Button>
  )
  return (
    <Page
      title="API clients"
      below="Programs that use the API: a build server, a design tool, a backup."
      actions={data !== undefined && data.clients.length > 0 && create}
    >
      <Problem failure={failure} retry={reload} />
      {data === undefined && failure === undefined && <Placeholder h={240} label="Loading API clients" />}
      {data?.clients.length === 0 && (
        <Empty title="No API clients yet" action={create}>
          Create one for each program. You then get its secret, and commands to try it.
        </Empty>
      )}
      {found !== undefined && data!.clients.length > 0 && (
        <>
          <FilterField label="Filter API clients" value={filter} onChange={setFilter} />
          {found.length === 0 ? (
            <Empty
              title="No API client matches"
              action={
                <Button variant="default" onClick={() => setFilter('')}>
                  Clear filter
                </Button>
              }
            >
              Nothing has “{filter}” in its name, its client ID or what it may do.
            </Empty>
          ) : (
            <Rows clients={found} />
          )}
        </>
      )}
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

function Rows({ clients }: { readonly clients: readonly ClientRecord[] }) {
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
            <Table.Th scope="col">Access</Table.Th>
            <Table.Th scope="col">Status for replaced themes</Table.Th>
            <Table.Th scope="col">Last used</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {clients.map(client => (
            <Table.Tr key={client.id}>
              <Table.Td>
                <Anchor component={Link} href={clientPlace(client.id)} fw={600}>
                  {client.name}
                </Anchor>
                <div>
                  <Code bg="none" p={0} c="dimmed" className={rows.uuid} title={client.id}>
                    {client.id}
                  </Code>
                </div>
              </Table.Td>
              <Table.Td data-label="Access">
                <div>
                  <Text size="sm">{mayDo(client)}</Text>
                  <LimitedTo limit={client.themes} />
                </div>
              </Table.Td>
              <Table.Td data-label="Status for replaced themes">
                {client.answersNoContent ? (
                  <Badge color="azure">204</Badge>
                ) : (
                  <Text size="sm" c="dimmed">
                    201{client.misread !== null && ' (its tool reports it as a failure)'}
                  </Text>
                )}
              </Table.Td>
              <Table.Td data-label="Last used">
                <Text size="sm" c={client.lastUsed === null ? 'dimmed' : undefined}>
                  {client.lastUsed === null ? 'Never' : <Ago at={client.lastUsed} />}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
