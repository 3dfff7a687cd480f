import { Badge, Progress, Stack, Text } from '@mantine/core'
import type { Campaign } from './calls.ts'

const STATES: Readonly<Record<Campaign['state'], { readonly name: string; readonly color: string }>> = {
  scheduled: { name: 'Scheduled', color: 'gray' },
  starting: { name: 'Starting', color: 'azure' },
  running: { name: 'Running', color: 'azure' },
  ending: { name: 'Ending', color: 'azure' },
  ended: { name: 'Ended', color: 'gray' },
  cancelled: { name: 'Canceled', color: 'gray' },
}

export function CampaignState({ state }: Pick<Campaign, 'state'>) {
  const { name, color } = STATES[state]
  return (
    <Badge variant="light" color={color}>
      {name}
    </Badge>
  )
}

interface Counts {
  readonly items: number
  readonly kept: number
  readonly revoked: number
  readonly gone: number
}

/** How many items are decided, as a bar and in words. */
export function Decided({ items, kept, revoked, gone, of }: Counts & { readonly of: string }) {
  const done = kept + revoked + gone
  return (
    <Stack gap={4} w="100%">
      <Progress value={items === 0 ? 0 : (done / items) * 100} aria-label={`Progress of ${of}`} size="sm" />
      <Text size="xs" c="dimmed">
        {done.toLocaleString('en-US')} of {items.toLocaleString('en-US')} decided
        {revoked > 0 && `, ${revoked.toLocaleString('en-US')} revoked`}
      </Text>
    </Stack>
  )
}
