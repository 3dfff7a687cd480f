import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useResource } from '../resource.ts'
import { type Campaign, type CampaignComparison, campaignPlace, campaignResource } from './calls.ts'

/** How a campaign differs from the previous one. Renders nothing if there is none. */
export function Comparison({ campaign }: { readonly campaign: Campaign }) {
  const { data, look } = useResource<CampaignComparison>(`${campaignResource(campaign.id)}/comparison`)
  const progress = JSON.stringify([campaign.state, campaign.totals])
  const compared = useRef(progress)
  // Each decision may change the numbers.
  useEffect(() => {
    if (compared.current === progress) return
    compared.current = progress
    void look()
  }, [look, progress])
  if (data?.earlier === undefined) return null
  const { earlier, added = 0, removed = 0, keptThenRevoked = 0, revokedThenKept = 0 } = data
  const lines = [
    [added, 'gained access since then'],
    [removed, 'lost access since then'],
    [keptThenRevoked, 'were kept then, and are revoked now'],
    [revokedThenKept, 'were revoked then, and are kept now'],
  ] as const
  return (
    <Paper withBorder bg="var(--surface)" p="md" component="section">
      <Stack gap="xs">
        <Title order={2} size="h4">
          Compared with{' '}
          <Anchor component={Link} href={campaignPlace(earlier.id)} inherit>
            {earlier.name}
          </Anchor>
        </Title>
        {lines.map(([number, what]) => (
          <Text key={what} size="sm">
            <strong>{number.toLocaleString('en-US')}</strong> {what}
          </Text>
        ))}
      </Stack>
    </Paper>
  )
}
