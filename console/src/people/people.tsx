import { Badge, Button, Group, Paper, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { OwnAttribute } from '../../../src/core/user-flows/own-attribute.ts'
import { ATTRIBUTES, type AttributeList } from '../flows/calls.ts'
import { InviteDialog } from '../flows/invite-dialog.tsx'
import { PAGE_SIZE } from '../groups/calls.ts'
import { Empty } from '../parts/empty.tsx'
import { FilterField } from '../parts/filter-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { useListQuery } from '../parts/list-query.ts'
import { Placeholder } from '../parts/loading.tsx'
import { Pages, useExisting, useLast, usePaged, useSettled } from '../parts/paged.tsx'
import { Problem } from '../parts/problem.tsx'
import rows from '../parts/rows.module.css'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { Page } from '../shell/page.tsx'
import { type Person, type PersonList, peoplePage } from './calls.ts'
import { Filters, nameOf, usePeopleFilter } from './filters.tsx'
import { LinksDialog } from './links-dialog.tsx'
import { type Decision, DecisionDialog, Decisions } from './registration-decision.tsx'
import { SupervisorDialog } from './supervisor-dialog.tsx'

export default function People() {
  const { role } = useSession()
  if (role === 'administrator') return <PeopleScreen />
  return (
    <ForAdministrators
      title="People are for administrators"
      why="Ask an administrator to change who supervises somebody."
    />
  )
}

function PeopleScreen() {
  const paged = usePaged()
  const [filter, setFilter] = usePeopleFilter()
  const [listed, setListed] = useListQuery('columns')
  const columns = listed.split(',').filter(name => name !== '')
  const own = useResource<AttributeList>(ATTRIBUTES).data?.attributes ?? []
  const settled = useSettled(filter)
  const people = useResource<PersonList>(peoplePage(paged.search, paged.page, settled))
  const { data, failure, reload } = people
  const shown = useLast(data)
  useExisting(paged, people, PAGE_SIZE)
  const [changing, setChanging] = useState<Person>()
  const [deciding, setDeciding] = useState<Decision>()
  const [linking, setLinking] = useState<Person>()
  const [inviting, setInviting] = useState(false)
  return (
    <Page
      title="People"
      below="All accounts, with their supervisors and their links to identity sources."
      actions={
        <Button leftSection={<Icon name="mail" size={16} />} onClick={() => setInviting(true)}>
          Invite people
        </Button>
      }
    >
      <Problem failure={failure} retry={reload} />
      {shown === undefined && failure === undefined && <Placeholder h={240} label="Loading people" />}
      {shown !== undefined && (
        <>
          <FilterField label="Search people" value={paged.typed} onChange={paged.setTyped} />
          <Filters
            own={own}
            filter={filter}
            onFilter={wanted => {
              setFilter(wanted)
              paged.setPage(1)
            }}
            columns={columns}
            onColumns={names => setListed(names.join(','))}
          />
          {shown.people.length === 0 ? (
            <Empty title="Nobody matches">Search for another name, or clear the filters.</Empty>
          ) : (
            <Rows
              people={shown.people}
              columns={own.filter(({ name }) => columns.includes(name))}
              change={setChanging}
              links={setLinking}
              decide={setDeciding}
            />
          )}
          <Pages {...paged} what="people" total={shown.total} size={PAGE_SIZE} />
        </>
      )}
      {changing !== undefined && (
        <SupervisorDialog person={changing} onClose={() => setChanging(undefined)} />
      )}
      {linking !== undefined && <LinksDialog person={linking} onClose={() => setLinking(undefined)} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {deciding !== undefined && <DecisionDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </Page>
  )
}

interface RowsProps {
  readonly people: readonly Person[]
  /** Attributes that the list shows. */
  readonly columns: readonly OwnAttribute[]
  readonly change: (person: Person) => void
  readonly links: (person: Person) => void
  readonly decide: (decision: Decision) => void
}

function Rows({ people, columns, change, links, decide }: RowsProps) {
  return (
    <Paper withBorder bg="var(--surface)" className={rows.rows}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Account</Table.Th>
            {columns.map(column => (
              <Table.Th scope="col" key={column.name}>
                {nameOf(column)}
              </Table.Th>
            ))}
            <Table.Th scope="col">Supervisor</Table.Th>
            <Table.Th scope="col">
              <span className={rows.hidden}>Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map(person => (
            <Table.Tr key={person.id}>
              <Table.Td>
                <Group gap="xs">
                  <Text span fw={600} className={rows.id}>
                    {person.userName}
                  </Text>
                  {person.status === 'disabled' && <Badge color="gray">Disabled</Badge>}
                  {person.status === 'waiting' && <Badge color="yellow">Waiting for approval</Badge>}
                </Group>
                <FullName name={person.fullName} />
              </Table.Td>
              {columns.map(column => (
                <Table.Td key={column.name} data-label={nameOf(column)}>
                  <Text span size="sm" className={rows.id}>
                    {person.attributes[column.name] ?? '–'}
                  </Text>
                </Table.Td>
              ))}
              <Table.Td data-label="Supervisor">
                <div>
                  <Text
                    span
                    size="sm"
                    c={person.supervisor === null ? 'dimmed' : undefined}
                    className={rows.id}
                  >
                    {person.supervisor ?? 'None'}
                  </Text>
                  <FullName name={person.supervisorFullName} />
                </div>
              </Table.Td>
              <Table.Td>
                <Group justify="flex-end" gap="xs">
                  {person.status === 'waiting' && <Decisions person={person} decide={decide} />}
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Linked accounts of ${person.userName}`}
                    onClick={() => links(person)}
                  >
                    Linked accounts
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Change supervisor of ${person.userName}`}
                    onClick={() => change(person)}
                  >
                    Change supervisor
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

function FullName({ name }: { readonly name: string | null }) {
  if (name === null) return null
  return (
    <Text size="sm" c="dimmed" className={rows.id}>
      {name}
    </Text>
  )
}
