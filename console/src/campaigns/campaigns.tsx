import { Anchor, Button, Paper, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { Ago } from '../parts/ago.tsx'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Pages, useLast } from '../parts/paged.tsx'
import { Problem } from '../parts/problem.tsx'
import rows from '../parts/rows.module.css'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { Page } from '../shell/page.tsx'
import { CAMPAIGNS, type Campaign, type CampaignList, campaignPlace, PAGE_SIZE } from './calls.ts'
import { CampaignState, Decided } from './state.tsx'

export default function Campaigns() {
  const { role } = useSession()
  if (role === 'administrator') return <CampaignsScreen />
  return (
    <ForAdministrators
      title="Campaigns are for administrators"
      why="Ask an administrator to start a campaign."
    />
  )
}

function CampaignsScreen() {
  const [page, setPage] = useState(1)
  const path = `${CAMPAIGNS}?limit=${PAGE_SIZE}&page=${page}`
  const { data, failure, reload } = useResource<CampaignList>(path)
  const shown = useLast(data)
  const create = (
    <Button component={Link} href="/campaigns/new" leftSection={<Icon name="plus" size={16} />}>
      Create campaign
    </Button>
  )
  return (
    <Page
      title="Campaigns"
      below="Reviewers decide who keeps access to applications."
      actions={shown !== undefined && shown.total > 0 && create}
    >
      <Problem failure={failure} retry={reload} />
      {shown === undefined && failure === undefined && <Placeholder h={240} label="Loading campaigns" />}
      {shown?.total === 0 && (
        <Empty title="No campaigns yet" action={create}>
          Create one to have access to your applications reviewed, once or regularly.
        </Empty>
      )}
      {shown !== undefined && shown.total > 0 && (
        <>
          <Rows campaigns={shown.campaigns} />
          <Pages page={page} setPage={setPage} what="campaigns" total={shown.total} size={PAGE_SIZE} />
        </>
      )}
    </Page>
  )
}

function Rows({ campaigns }: { readonly campaigns: readonly Campaign[] }) {
  return (
    <Paper withBorder bg="var(--surface)" className={rows.rows}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Name</Table.Th>
            <Table.Th scope="col">Applications</Table.Th>
            <Table.Th scope="col">State</Table.Th>
            <Table.Th scope="col">Ends</Table.Th>
            <Table.Th scope="col">Progress</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {campaigns.map(({ id, name, applications, state, ends, ended, totals }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Anchor component={Link} href={campaignPlace(id)} fw={600} className={rows.id}>
                  {name}
                </Anchor>
              </Table.Td>
              <Table.Td data-label="Applications">
                <Text size="sm">{applications.map(app => app.name).join(', ')}</Text>
              </Table.Td>
              <Table.Td data-label="State">
                <CampaignState state={state} />
              </Table.Td>
              <Table.Td data-label="Ends">
                <Text size="sm">
                  <Ago at={ended ?? ends} />
                </Text>
              </Table.Td>
              <Table.Td data-label="Progress">
                {state === 'scheduled' || state === 'cancelled' ? '–' : <Decided {...totals} of={name} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
