import { Anchor, Badge, Button, Group, Paper, Table, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { byName } from '../parts/by-name.ts'
import { Empty } from '../parts/empty.tsx'
import { FilterField, matches, useFilter } from '../parts/filter-field.tsx'
import { useGrowing } from '../parts/growing.tsx'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import rows from '../parts/rows.module.css'
import { type Order as OrderOf, SortedColumn, useOrder } from '../parts/sorted-column.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { Page } from '../shell/page.tsx'
import { DEFAULT_THEME, THEMES, type ThemeList, themePlace } from '../themes/calls.ts'
import { APPLICATIONS, type ApplicationList, type ApplicationRecord, applicationPlace } from './calls.ts'
import { NewApplicationButton } from './new-application-button.tsx'

type Order = OrderOf<'name' | 'theme'>

/** Sorts by name, or by theme and then by name. */
function ordered({ by, down }: Order, themeName: (id: string | null) => string) {
  return (one: ApplicationRecord, other: ApplicationRecord): number => {
    const themes = by === 'theme' ? byName(themeName(one.themeId), themeName(other.themeId)) : 0
    return (themes || byName(one.name, other.name)) * (down ? -1 : 1)
  }
}

export default function Applications() {
  const { role } = useSession()
  const { data, failure, reload } = useResource<ApplicationList>(APPLICATIONS)
  const themes = useResource<ThemeList>(THEMES).data?.themes
  const [filter, setFilter] = useFilter()
  const [order, setOrder] = useOrder<Order['by']>(['name', 'theme'])
  const themeNames = useMemo(() => new Map(themes?.map(({ id, name }) => [id, name])), [themes])
  const themeName = (id: string | null) => (id === null ? 'Default theme' : (themeNames.get(id) ?? id))
  const found = data?.applications
    .filter(({ id, name, description, themeId }) =>
      matches(filter, id, name, description, themeName(themeId)),
    )
    .toSorted(ordered(order, themeName))
  const { count, more } = useGrowing(found?.length ?? 0)
  const mayEdit = role === 'administrator'
  return (
    <Page
      title="Applications"
      below="The websites and apps that people sign in to, each with its theme."
      actions={mayEdit && data !== undefined && data.applications.length > 0 && <NewApplicationButton />}
    >
      <Problem failure={failure} retry={reload} />
      {!mayEdit && (
        <Text size="sm" c="dimmed">
          You can view applications. Only an administrator can change them.
        </Text>
      )}
      {data === undefined && failure === undefined && <Placeholder h={240} label="Loading applications" />}
      {data?.applications.length === 0 && (
        <Empty title="No applications yet" action={mayEdit && <NewApplicationButton />}>
          {mayEdit
            ? 'Create the first one with a name and a redirect URI, to which people return after they sign in. You then get its client ID and secret.'
            : 'Ask an administrator to create the first one.'}
        </Empty>
      )}
      {found !== undefined && data!.applications.length > 0 && (
        <>
          <Group gap="md">
            <FilterField label="Filter applications" value={filter} onChange={setFilter} />
            <Text size="sm" c="dimmed" role="status">
              {found.length === 1 ? 'One application' : `${found.length} applications`}
            </Text>
          </Group>
          {found.length === 0 ? (
            <Empty
              title="No application matches"
              action={
                <Button variant="default" onClick={() => setFilter('')}>
                  Clear filter
                </Button>
              }
            >
              Nothing has “{filter}” in its name, description, client ID or theme.
            </Empty>
          ) : (
            <>
              <Rows
                applications={found.slice(0, count)}
                themeName={themeName}
                order={order}
                onOrder={setOrder}
              />
              {more}
            </>
          )}
        </>
      )}
    </Page>
  )
}

interface RowsProps {
  readonly applications: readonly ApplicationRecord[]
  readonly themeName: (id: string | null) => string
  readonly order: Order
  readonly onOrder: (order: Order) => void
}

function Rows({ applications, themeName, order, onOrder }: RowsProps) {
  const column = (by: Order['by'], name: string) => (
    <SortedColumn order={order} by={by} onOrder={onOrder}>
      {name}
    </SortedColumn>
  )
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
            {column('name', 'Name')}
            {column('theme', 'Theme')}
            <Table.Th scope="col">Second factor</Table.Th>
            <Table.Th scope="col">Consent</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {applications.map(({ id, name, description, themeId, secondFactor, consent, public: isPublic }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Anchor component={Link} href={applicationPlace(id)} fw={600}>
                  {name}
                </Anchor>{' '}
                {isPublic && <Badge color="gray">Public</Badge>}
                {description !== null && (
                  <Text size="sm" c="dimmed" lineClamp={1}>
                    {description}
                  </Text>
                )}
              </Table.Td>
              <Table.Td data-label="Theme">
                <Anchor component={Link} href={themePlace(themeId ?? DEFAULT_THEME)} size="sm">
                  {themeName(themeId)}
                </Anchor>
              </Table.Td>
              <Table.Td data-label="Second factor">
                <Answer yes={secondFactor} word="Required" />
              </Table.Td>
              <Table.Td data-label="Consent">
                <Answer yes={consent} word="Asked for" />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function Answer({ yes, word }: { readonly yes: boolean; readonly word: string }) {
  if (!yes) {
    return (
      <Text size="sm" c="dimmed">
        No
      </Text>
    )
  }
  return (
    <Badge color="azure" leftSection={<Icon name="check" size={12} />}>
      {word}
    </Badge>
  )
}
