import {
  Anchor,
  Badge,
  Button,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ApplicationRecord } from '../applications/calls.ts'
import { groupPlace } from '../groups/calls.ts'
import { Ago } from '../parts/ago.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { FilterField } from '../parts/filter-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Paged, Pages } from '../parts/paged.tsx'
import rows from '../parts/rows.module.css'
import { toast } from '../parts/toast.tsx'
import { type Access, type GivenAccess, giveAccess, holderKey, PAGE_SIZE, takeAccess } from './calls.ts'
import { HolderDialog } from './holder-dialog.tsx'
import { People } from './people.tsx'
import { lastDay, Until } from './term.tsx'

interface HoldersProps {
  readonly application: ApplicationRecord
  readonly access: Access
  readonly paged: Paged
}

/** Shows and edits the access that was given. */
export function Holders({ application, access, paged }: HoldersProps) {
  const [view, setView] = useState('given')
  const [giving, setGiving] = useState(false)
  const give = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setGiving(true)}>
      Give access
    </Button>
  )
  const isEmpty = access.total === 0 && paged.search === ''
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2}>Who has access</Title>
          {access.mode === 'open' && (
            <Text size="sm" c="dimmed">
              The application is open, so everybody can use it. Access that you give now takes effect when you
              restrict the application.
            </Text>
          )}
        </div>
        {!isEmpty && give}
      </Group>
      {isEmpty ? (
        <Empty title="Nobody has been given access" action={give}>
          Give access to groups or to individual people, optionally until a last day.
        </Empty>
      ) : (
        <>
          <Group gap="md">
            <SegmentedControl
              aria-label="What is listed"
              data={[
                { value: 'given', label: 'Groups and accounts' },
                { value: 'people', label: 'All people' },
              ]}
              value={view}
              onChange={setView}
            />
            <FilterField label="Search access" value={paged.typed} onChange={paged.setTyped} />
          </Group>
          {view === 'people' ? (
            <People application={application.id} search={paged.search} />
          ) : access.access.length === 0 && paged.search !== '' ? (
            <Empty title="Nobody matches">
              No group or account with “{paged.search}” in the name was given access.
            </Empty>
          ) : (
            <>
              <Rows application={application} given={access.access} />
              <Pages {...paged} what="entries" total={access.total} size={PAGE_SIZE} />
            </>
          )}
        </>
      )}
      {giving && (
        <HolderDialog
          title={`Give access to ${application.name}`}
          action="Give access"
          until=""
          onClose={() => setGiving(false)}
          onSubmit={async (holder, until) => {
            await giveAccess(application.id, holder, until)
            toast(`${holder} has access.`)
          }}
        />
      )}
    </Stack>
  )
}

interface RowsProps {
  readonly application: ApplicationRecord
  readonly given: readonly GivenAccess[]
}

function Rows({ application, given }: RowsProps) {
  const [changing, setChanging] = useState<GivenAccess>()
  const [taking, setTaking] = useState<GivenAccess>()
  return (
    <Paper withBorder bg="var(--surface)" className={rows.rows}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Group or account</Table.Th>
            <Table.Th scope="col">Since</Table.Th>
            <Table.Th scope="col">Last day</Table.Th>
            <Table.Th scope="col">
              <span className={rows.hidden}>Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {given.map(one => (
            <Table.Tr key={holderKey(one)}>
              <Table.Td>
                <Name given={one} />
              </Table.Td>
              <Table.Td data-label="Since">
                <Text size="sm">
                  <Ago at={one.since} />
                </Text>
              </Table.Td>
              <Table.Td data-label="Last day">
                <Until at={one.until} />
              </Table.Td>
              <Table.Td>
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Change last day for ${one.name}`}
                    onClick={() => setChanging(one)}
                  >
                    Change last day
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Revoke access of ${one.name}`}
                    onClick={() => setTaking(one)}
                  >
                    Revoke
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {changing !== undefined && (
        <HolderDialog
          title={`Change the last day for ${changing.name}`}
          action="Change last day"
          holder={holderKey(changing)}
          until={lastDay(changing.until)}
          onClose={() => setChanging(undefined)}
          onSubmit={async (holder, until) => {
            await giveAccess(application.id, holder, until)
            toast(`The last day for ${changing.name} was changed.`)
          }}
        />
      )}
      {taking !== undefined && (
        <Confirm
          title={`Revoke access of ${taking.name}?`}
          action="Revoke access"
          onClose={() => setTaking(undefined)}
          onConfirm={async () => {
            await takeAccess(application.id, holderKey(taking))
            toast(`${taking.name} no longer has access.`)
          }}
        >
          {taking.kind === 'group' ? 'Members of the group' : 'They'} can no longer sign in to{' '}
          {application.name}, and its tokens for them stop working at once, unless they have access in another
          way.
        </Confirm>
      )}
    </Paper>
  )
}

function Name({ given: { kind, id, name, fullName, origin } }: { readonly given: GivenAccess }) {
  return (
    <>
      {kind === 'group' ? (
        <Anchor component={Link} href={groupPlace(id)} fw={600}>
          {name}
        </Anchor>
      ) : (
        <Text span fw={600} className={rows.id}>
          {name}
        </Text>
      )}{' '}
      {kind === 'group' && <Badge color="gray">Group</Badge>}
      {origin === 'recent' && (
        <Badge
          color="azure"
          title="Kept access when the application was restricted, because of a sign-in in the 90 days before."
        >
          Kept
        </Badge>
      )}
      {fullName !== null && (
        <Text size="sm" c="dimmed">
          {fullName}
        </Text>
      )}
    </>
  )
}
