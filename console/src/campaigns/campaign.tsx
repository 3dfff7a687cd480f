import { Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { exactTime } from '../parts/ago.tsx'
import { authorShown } from '../parts/author.ts'
import { Back } from '../parts/back.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { download } from '../parts/download.ts'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { Detail } from '../shell/detail.tsx'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { Page } from '../shell/page.tsx'
import {
  type Campaign as CampaignRecord,
  campaignResource,
  cancelCampaign,
  endCampaign,
  reportAddress,
} from './calls.ts'
import { Comparison } from './comparison.tsx'
import { Reviews } from './reviews.tsx'
import { CampaignState, Decided } from './state.tsx'

/** How often a campaign is reloaded while it is shown. */
const LOOK_MS = 5000

export default function Campaign({ id }: { readonly id: string }) {
  const { role } = useSession()
  if (role === 'administrator') return <Known id={id} />
  return (
    <ForAdministrators
      title="Campaigns are for administrators"
      why="Ask an administrator to start a campaign."
    />
  )
}

function Known({ id }: { readonly id: string }) {
  const resource = useResource<CampaignRecord>(campaignResource(id))
  const { data, look } = resource
  const isOver = data?.state === 'ended' || data?.state === 'cancelled'
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => clearInterval(timer)
  }, [look, isOver])
  return (
    <Detail resource={resource} kind="campaign" whyMissing="The address may be mistyped.">
      {campaign => <CampaignScreen campaign={campaign} />}
    </Detail>
  )
}

function CampaignScreen({ campaign }: { readonly campaign: CampaignRecord }) {
  const [dialog, setDialog] = useState<'end' | 'cancel'>()
  const { id, name, state, totals } = campaign
  const hasBegun = state !== 'scheduled' && state !== 'cancelled'
  return (
    <Page
      title={name}
      above={<Back to="/campaigns" name="Campaigns" />}
      beside={<CampaignState state={state} />}
      below={campaign.applications.map(app => app.name).join(', ')}
      actions={
        <>
          {hasBegun && (
            <>
              <Button
                variant="default"
                component="a"
                href={reportAddress(id, 'csv')}
                download
                onClick={download}
              >
                Download report (CSV)
              </Button>
              <Button
                variant="default"
                component="a"
                href={reportAddress(id, 'html')}
                target="_blank"
                rel="noreferrer"
              >
                Open report
              </Button>
            </>
          )}
          {state === 'running' && (
            <Button variant="default" onClick={() => setDialog('end')}>
              End campaign
            </Button>
          )}
          {state === 'scheduled' && (
            <Button variant="default" onClick={() => setDialog('cancel')}>
              Cancel campaign
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {campaign.description !== null && <Text>{campaign.description}</Text>}
        <Paper withBorder bg="var(--surface)" p="md">
          <Stack>
            {hasBegun && <Decided {...totals} of={name} />}
            <Facts campaign={campaign} />
          </Stack>
        </Paper>
        {hasBegun && (
          <>
            <Reviews campaign={campaign} />
            <Comparison campaign={campaign} />
          </>
        )}
      </Stack>
      {dialog === 'end' && (
        <Confirm
          title={`End ${name}?`}
          action="End campaign"
          onClose={() => setDialog(undefined)}
          onConfirm={async () => {
            await endCampaign(id)
            toast(`${name} is ending.`)
          }}
        >
          {endingText(campaign)} This cannot be undone.
        </Confirm>
      )}
      {dialog === 'cancel' && (
        <Confirm
          title={`Cancel ${name}?`}
          action="Cancel campaign"
          onClose={() => setDialog(undefined)}
          onConfirm={async () => {
            await cancelCampaign(id)
            toast(`${name} was canceled.`)
          }}
        >
          It will not start, and it is not repeated.
        </Confirm>
      )}
    </Page>
  )
}

/** What happens if a campaign ends now. */
function endingText({ openItems, signOff }: CampaignRecord): string {
  if (openItems === 'keep') return 'Decisions are applied now. People without a decision keep their access.'
  return signOff
    ? 'Decisions are applied now. People without a decision lose their access. A decision to keep access counts only if its review is signed off.'
    : 'Decisions are applied now. People without a decision lose their access.'
}

function Facts({ campaign }: { readonly campaign: CampaignRecord }) {
  const { starts, ends, started, ended, reviewers, supervisors, signOff, digest } = campaign
  const { remindDays, escalateDays, repeatMonths } = campaign
  const facts: readonly (readonly [string, string])[] = [
    [started === null ? 'Starts' : 'Started', exactTime(started ?? starts)],
    [ended === null ? 'Ends' : 'Ended', exactTime(ended ?? ends)],
    ['Reviewers', reviewers.length === 0 ? 'Everybody’s supervisor' : holdersShown(reviewers)],
    ['Supervisors', holdersShown(supervisors)],
    ['Created by', authorShown(campaign.createdBy, null)],
    ['Without a decision', campaign.openItems === 'keep' ? 'Access is kept' : 'Access is revoked'],
    ['Sign-off', signOff ? 'Required' : 'Not required'],
    ['Reminders', remindDays === 0 ? 'None' : `Every ${counted(remindDays, 'day')}`],
    ['Escalation', escalateDays === 0 ? 'None' : `${counted(escalateDays, 'day')} before the end`],
    ['Repeated', repeatMonths === 0 ? 'No' : `After ${counted(repeatMonths, 'month')}`],
  ]
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="md" verticalSpacing="sm" component="dl" m={0}>
      {facts.map(([what, value]) => (
        <Fact key={what} what={what} value={value} />
      ))}
      {digest !== null && <Fact what="SHA-256 of the report (CSV)" value={digest} isLong />}
    </SimpleGrid>
  )
}

interface FactProps {
  readonly what: string
  readonly value: string
  /** Whether it takes a whole line. */
  readonly isLong?: boolean
}

function Fact({ what, value, isLong = false }: FactProps) {
  return (
    <div style={isLong ? { gridColumn: '1 / -1' } : undefined}>
      <Text component="dt" size="xs" c="dimmed">
        {what}
      </Text>
      <Text
        component="dd"
        size="sm"
        m={0}
        ff={isLong ? 'monospace' : undefined}
        style={{ overflowWrap: 'anywhere' }}
      >
        {value}
      </Text>
    </div>
  )
}

function counted(number: number, unit: 'day' | 'month'): string {
  return number === 1 ? `1 ${unit}` : `${number} ${unit}s`
}

/** Formats accounts and groups for people. The server sends them as `account:ada` and `group:Sales`. */
function holdersShown(holders: readonly string[]): string {
  const shown = holders.map(holder => {
    const [kind, ...name] = holder.split(':')
    return kind === 'group' ? `${name.join(':')} (group)` : name.join(':')
  })
  return shown.join(', ')
}
