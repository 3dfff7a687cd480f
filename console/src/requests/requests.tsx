import { Tabs } from '@mantine/core'
import { useListQuery } from '../parts/list-query.ts'
import { TabList } from '../parts/tab-list.tsx'
import { useSession } from '../session.ts'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { Page } from '../shell/page.tsx'
import { Deputies } from './deputies.tsx'
import { RequestList } from './request-list.tsx'

export default function Requests() {
  const { role } = useSession()
  if (role === 'administrator') return <RequestsScreen />
  return (
    <ForAdministrators
      title="Requests are for administrators"
      why="If you are an approver, use the link in the mail that you received."
    />
  )
}

function RequestsScreen() {
  const [asked, setAsked] = useListQuery('tab')
  const tab = asked === 'deputies' ? 'deputies' : 'requests'
  return (
    <Page
      title="Requests"
      below="Requests for access to applications. Approvers, their deputies and administrators decide."
    >
      <Tabs value={tab} onChange={value => setAsked(value === 'deputies' ? value : '')}>
        <TabList mb="lg" current={tab}>
          <Tabs.Tab value="requests">Requests</Tabs.Tab>
          <Tabs.Tab value="deputies">Deputies</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="requests">{tab === 'requests' && <RequestList />}</Tabs.Panel>
        <Tabs.Panel value="deputies">{tab === 'deputies' && <Deputies />}</Tabs.Panel>
      </Tabs>
    </Page>
  )
}
