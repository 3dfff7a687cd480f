import { Anchor, Badge, Button, Code, Paper, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import rows from '../parts/rows.module.css'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { Page } from '../shell/page.tsx'
import { type IdentitySourceList, SOURCES, sourcePlace } from './calls.ts'
import { CreateDialog } from './create-dialog.tsx'

export default function Sources() {
  const { role } = useSession()
  if (role === 'administrator') return <SourceTable />
  return (
    <ForAdministrators
      title="Identity sources are for administrators"
      why="Ask an administrator to add the source that people sign in with."
    />
  )
}

function SourceTable() {
  const { data, failure, reload } = useResource<IdentitySourceList>(SOURCES)
  const [creating, setCreating] = useState(false)
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      Add identity source
    </Button>
  )
  return (
    <Page
      title="Identity sources"
      below="Where people can sign in with an account that they have elsewhere."
      actions={data !== undefined && data.sources.length > 0 && create}
    >
      <Problem failure={failure} retry={reload} />
      {data === undefined && failure === undefined && (
        <Placeholder h={240} label="Loading identity sources" />
      )}
      {data?.sources.length === 0 && (
        <Empty title="No identity sources yet" action={create}>
          Add Google, Microsoft Entra, Apple, GitHub or another OpenID Connect provider, and people can
          continue with it on the sign-in page.
        </Empty>
      )}
      {data !== undefined && data.sources.length > 0 && <Rows {...data} />}
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

function Rows({ sources }: IdentitySourceList) {
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
            <Table.Th scope="col">Issuer</Table.Th>
            <Table.Th scope="col">State</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sources.map(({ id, name, issuer, enabled }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Anchor component={Link} href={sourcePlace(id)} fw={600}>
                  {name}
                </Anchor>
                <div>
                  <Code bg="none" p={0} c="dimmed" className={rows.uuid} title={id}>
                    {id}
                  </Code>
                </div>
              </Table.Td>
              <Table.Td data-label="Issuer">
                <Text size="sm">{issuer}</Text>
              </Table.Td>
              <Table.Td data-label="State">
                <Badge color={enabled ? 'azure' : 'gray'}>{enabled ? 'Enabled' : 'Disabled'}</Badge>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
