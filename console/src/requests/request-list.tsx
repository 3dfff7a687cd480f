import { Anchor, Paper, SegmentedControl, Select, Stack, Table, Text } from '@mantine/core'
import { Link } from 'wouter'
import { APPLICATIONS, type ApplicationList } from '../applications/calls.ts'
import { Ago } from '../parts/ago.tsx'
import { authorShown } from '../parts/author.ts'
import { byName } from '../parts/by-name.ts'
import { Empty } from '../parts/empty.tsx'
import { useListQuery } from '../parts/list-query.ts'
import { Placeholder } from '../parts/loading.tsx'
import { Pages, useExisting, useLast, usePage } from '../parts/paged.tsx'
import { Problem } from '../parts/problem.tsx'
import rows from '../parts/rows.module.css'
import { useResource } from '../resource.ts'
import {
  type AccessRequest,
  type AccessRequestList,
  isOpen,
  PAGE_SIZE,
  type RequestFilter,
  requestPlace,
  requestsPage,
} from './calls.ts'
import classes from './requests.module.css'
import { StateBadge } from './state.tsx'

const STATES: readonly { value: RequestFilter['state']; label: string }[] = [
  { value: 'open', label: 'Waiting' },
  { value: 'ended', label: 'Decided' },
  { value: 'all', label: 'All' },
]

/** Open and ended requests, newest first. */
export function RequestList() {
  const [asked, setState] = useListQuery('state')
  const [application, setApplication] = useListQuery('application')
  const [page, setPage] = usePage()
  const state = STATES.find(({ value }) => value === asked)?.value ?? 'open'
  const requests = useResource<AccessRequestList>(requestsPage({ state, application }, page))
  const { data, failure, reload } = requests
  const shown = useLast(data)
  useExisting({ page, setPage }, requests, PAGE_SIZE)
  return (
    <Stack gap="md">
      <div className={classes.filters}>
        <SegmentedControl
          aria-label="State of the requests"
          data={[...STATES]}
          value={state}
          onChange={value => {
            setState(value === 'open' ? '' : value)
            setPage(1)
          }}
        />
        <ApplicationFilter
          value={application}
          onChange={value => {
            setApplication(value)
            setPage(1)
          }}
        />
      </div>
      <Problem failure={failure} retry={reload} />
      {shown === undefined && failure === undefined && <Placeholder h={240} label="Loading requests" />}
      {shown !== undefined && (
        <>
          {shown.requests.length === 0 ? (
            <Nothing state={state} narrowed={application !== '' || page > 1} />
          ) : (
            <Rows requests={shown.requests} />
          )}
          <Pages what="requests" page={page} setPage={setPage} total={shown.total} size={PAGE_SIZE} />
        </>
      )}
    </Stack>
  )
}

interface ApplicationFilterProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

function ApplicationFilter({ value, onChange }: ApplicationFilterProps) {
  const { data } = useResource<ApplicationList>(APPLICATIONS)
  const known = (data?.applications ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isGone = value !== '' && data !== undefined && !known.some(one => one.value === value)
  return (
    <Select
      aria-label="Application"
      className={classes.application}
      data={[
        { value: '', label: 'All applications' },
        ...known.toSorted((one, other) => byName(one.label, other.label)),
        ...(isGone ? [{ value, label: 'Deleted application' }] : []),
      ]}
      value={value}
      onChange={chosen => onChange(chosen ?? '')}
      searchable
      limit={100}
      allowDeselect={false}
      nothingFoundMessage="No application matches"
    />
  )
}

function Nothing({
  state,
  narrowed,
}: {
  readonly state: RequestFilter['state']
  readonly narrowed: boolean
}) {
  if (narrowed) return <Empty title="No request matches">Choose another state or application.</Empty>
  if (state === 'open')
    return (
      <Empty title="No requests waiting">
        People can request access to an application once its Access tab says “On request”. Their requests are
        listed here until somebody decides.
      </Empty>
    )
  return (
    <Empty title={state === 'ended' ? 'No requests decided yet' : 'No requests yet'}>
      This list shows who requested access, who decided, and why.
    </Empty>
  )
}

function Rows({ requests }: { readonly requests: readonly AccessRequest[] }) {
  return (
    <Paper withBorder bg="var(--surface)" className={rows.rows}>
      <Table
        verticalSpacing="sm"
        horizontalSpacing="md"
        highlightOnHover
        highlightOnHoverColor="var(--hover)"
        className={classes.table}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Person</Table.Th>
            <Table.Th scope="col">Application</Table.Th>
            <Table.Th scope="col">Requested</Table.Th>
            <Table.Th scope="col">State</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {requests.map(request => (
            <Row key={request.id} request={request} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function Row({ request }: { readonly request: AccessRequest }) {
  const { id, person, requester, applicationName, justification, asked } = request
  const about = [
    ...(person.fullName === null ? [] : [person.fullName]),
    ...(requester.id === person.id ? [] : [`requested by ${requester.userName}`]),
  ]
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} href={requestPlace(id)} fw={600} className={rows.id}>
          {person.userName}
        </Anchor>
        {about.length > 0 && (
          <Text size="sm" c="dimmed" className={classes.words}>
            {about.join(' · ')}
          </Text>
        )}
        <Text size="sm" lineClamp={2} className={classes.words}>
          {justification}
        </Text>
      </Table.Td>
      <Table.Td data-label="Application">
        <Text size="sm" className={classes.words}>
          {applicationName}
        </Text>
      </Table.Td>
      <Table.Td data-label="Requested">
        <Text size="sm">
          <Ago at={asked} />
        </Text>
      </Table.Td>
      <Table.Td data-label="State">
        <div className={classes.outcome}>
          <StateBadge state={request.state} />
          <Outcome request={request} />
        </div>
      </Table.Td>
    </Table.Tr>
  )
}

/** When a request expires. For an ended request, who ended it, when and why. */
function Outcome({ request }: { readonly request: AccessRequest }) {
  const { state, expires, decided, decidedBy, decisionComment } = request
  if (decided === null)
    return (
      <Text size="sm" c="dimmed">
        {isOpen(state) ? 'Expires ' : ''}
        <Ago at={expires} />
      </Text>
    )
  return (
    <>
      <Text size="sm" c="dimmed" className={classes.words}>
        {decidedBy !== null && `by ${authorShown(decidedBy, null)}, `}
        <Ago at={decided} />
      </Text>
      {decisionComment !== '' && (
        <Text size="sm" lineClamp={2} className={classes.words}>
          “{decisionComment}”
        </Text>
      )}
    </>
  )
}
