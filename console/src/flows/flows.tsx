import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useQuery } from '../parts/query.ts'
import { TabList } from '../parts/tab-list.tsx'
import { useSession } from '../session.ts'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { Page } from '../shell/page.tsx'
import { AddAttribute, Attributes } from './attributes.tsx'
import { CreateFlow, FlowTable } from './flow-table.tsx'

const TABS = ['flows', 'attributes'] as const

export default function Flows() {
  const { role } = useSession()
  if (role === 'administrator') return <FlowsScreen />
  return (
    <ForAdministrators
      title="User flows are for administrators"
      why="Ask an administrator to change a registration or a form."
    />
  )
}

function FlowsScreen() {
  const [, navigate] = useLocation()
  const wanted = useQuery().get('tab')
  const tab = TABS.find(name => name === wanted) ?? 'flows'
  const [adding, setAdding] = useState(false)
  return (
    <Page
      title="User flows"
      below="Registrations and forms that you design, and what they ask people for."
      actions={tab === 'flows' ? <CreateFlow /> : <AddAttribute adding={adding} onAdding={setAdding} />}
    >
      <Tabs
        value={tab}
        onChange={value => navigate(`/flows?tab=${value}`, { replace: true })}
        keepMounted={false}
      >
        <TabList mb="lg" current={tab}>
          <Tabs.Tab value="flows">Flows</Tabs.Tab>
          <Tabs.Tab value="attributes">Attributes of people</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="flows">
          <FlowTable />
        </Tabs.Panel>
        <Tabs.Panel value="attributes">
          <Attributes onAdd={() => setAdding(true)} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
