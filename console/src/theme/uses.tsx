import { Anchor, Button, Paper, Table } from '@mantine/core'
import { Link } from 'wouter'
import { applicationPlace } from '../applications/calls.ts'
import { byName } from '../parts/by-name.ts'
import { Empty } from '../parts/empty.tsx'
import { DEFAULT_THEME } from '../themes/calls.ts'
import type { ThemeDetail } from './theme.tsx'

/** The applications that use the theme. */
export function Uses({ theme }: { readonly theme: ThemeDetail }) {
  if (theme.applications.length === 0) {
    return (
      <Empty
        title="No application uses this theme"
        action={
          <Button component={Link} href="/applications" variant="default">
            Go to applications
          </Button>
        }
      >
        {theme.id === DEFAULT_THEME
          ? 'People still see it wherever no other theme is chosen.'
          : 'Open an application and choose this theme there. People then see it when they sign in.'}
      </Empty>
    )
  }
  return (
    <Paper withBorder bg="var(--surface)">
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Application</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {theme.applications
            .toSorted((one, other) => byName(one.name, other.name))
            .map(({ id, name }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Anchor component={Link} href={applicationPlace(id)}>
                    {name}
                  </Anchor>
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
