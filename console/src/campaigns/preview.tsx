import { Alert, Paper, Stack, Table, Text, Title } from '@mantine/core'
import type { CampaignPreview } from './calls.ts'

/** How many items each person would review, and who has no reviewer. */
export function Preview({ preview }: { readonly preview: CampaignPreview }) {
  const { items, reviewers, without, withoutReviewer } = preview
  return (
    <Paper withBorder bg="var(--surface)" p="md" component="section" role="status">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {items === 1 ? '1 item to review' : `${items.toLocaleString('en-US')} items to review`}
        </Title>
        {without > 0 && (
          <Alert color="yellow" title={`${without.toLocaleString('en-US')} without a reviewer`}>
            {withoutReviewer.map(({ userName, application }) => `${userName} (${application})`).join(', ')}
            {without > withoutReviewer.length && ' …'}
          </Alert>
        )}
        {reviewers.length > 0 && (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Reviewer</Table.Th>
                <Table.Th scope="col">Items</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {reviewers.map(reviewer => (
                <Table.Tr key={reviewer.id}>
                  <Table.Td>{reviewer.userName}</Table.Td>
                  <Table.Td>
                    <Text size="sm">
                      {reviewer.items.reduce((all, one) => all + one, 0).toLocaleString('en-US')}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Paper>
  )
}
