import { Button, Group, Paper, Stack, Table, Text, Textarea, Title, VisuallyHidden } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { HolderField } from '../access/holder-field.tsx'
import { useAction } from '../action.ts'
import { errorOf } from '../api.ts'
import { Ago } from '../parts/ago.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Pages, useLast } from '../parts/paged.tsx'
import { Problem } from '../parts/problem.tsx'
import rows from '../parts/rows.module.css'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import {
  type Campaign,
  type CampaignReview,
  type CampaignReviewList,
  campaignResource,
  reassignReview,
  remindReviewer,
} from './calls.ts'
import { Decided } from './state.tsx'

const PAGE_SIZE = 50
const LOOK_MS = 5000

/** The current progress of each reviewer. */
export function Reviews({ campaign }: { readonly campaign: Campaign }) {
  const [page, setPage] = useState(1)
  const [passing, setPassing] = useState<CampaignReview>()
  const path = `${campaignResource(campaign.id)}/reviews?limit=${PAGE_SIZE}&page=${page}`
  const { data, failure, reload, look } = useResource<CampaignReviewList>(path)
  const shown = useLast(data)
  const { state } = campaign
  const isRunning = state === 'running'
  const shownState = useRef(state)
  // The last steps of reviewers may have changed the state of the campaign.
  useEffect(() => {
    if (shownState.current === state) return
    shownState.current = state
    void look()
  }, [look, state])
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => clearInterval(timer)
  }, [look, isRunning])
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">
        Reviews
      </Title>
      <Problem failure={failure} retry={reload} />
      {shown === undefined && failure === undefined && <Placeholder h={160} label="Loading reviews" />}
      {shown !== undefined && (
        <>
          <Paper withBorder bg="var(--surface)" className={rows.rows}>
            <Table verticalSpacing="sm" horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">Reviewer</Table.Th>
                  <Table.Th scope="col">Application</Table.Th>
                  <Table.Th scope="col">Progress</Table.Th>
                  <Table.Th scope="col">Last step</Table.Th>
                  <Table.Th scope="col">
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.reviews.map(review => (
                  <ReviewRow key={review.id} campaign={campaign} review={review} pass={setPassing} />
                ))}
              </Table.Tbody>
            </Table>
          </Paper>
          <Pages page={page} setPage={setPage} what="reviews" total={shown.total} size={PAGE_SIZE} />
        </>
      )}
      {passing !== undefined && (
        <ReassignDialog campaign={campaign} review={passing} onClose={() => setPassing(undefined)} />
      )}
    </Stack>
  )
}

interface RowProps {
  readonly campaign: Campaign
  readonly review: CampaignReview
  readonly pass: (review: CampaignReview) => void
}

function ReviewRow({ campaign, review, pass }: RowProps) {
  const { busy, run } = useAction()
  const { id, reviewer, applicationName, signed, closed } = review
  const who = reviewer ?? 'Nobody'
  const isOpen = campaign.state === 'running' && signed === null && closed === null
  const remind = async () => {
    try {
      const sent = await remindReviewer(campaign.id, id)
      toast(sent ? `${who} was reminded.` : `${who} was reminded recently, or has nothing left to do.`)
    } catch (thrown) {
      const failure = errorOf(thrown)
      toast(`${who} was not reminded. ${failure.messageDescription}`, 'error', failure)
      throw failure
    }
  }
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600} c={reviewer === null ? 'var(--mantine-color-error)' : undefined}>
          {reviewer ?? 'No reviewer'}
        </Text>
        {review.former !== null && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Before: {review.former}
            {review.reason !== null && review.reason !== '' && ` – ${review.reason}`}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Application">
        <Text size="sm">{applicationName}</Text>
      </Table.Td>
      <Table.Td data-label="Progress">
        <Decided {...review} of={`${who}, ${applicationName}`} />
      </Table.Td>
      <Table.Td data-label="Last step">
        <Text size="sm">
          <LastStep review={review} />
        </Text>
      </Table.Td>
      <Table.Td>
        {isOpen && (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            {reviewer !== null && (
              <Button
                variant="default"
                size="xs"
                loading={busy}
                aria-label={`Remind ${who} of ${applicationName}`}
                onClick={() => void run(remind)}
              >
                Remind
              </Button>
            )}
            <Button
              variant="default"
              size="xs"
              aria-label={`Reassign the review of ${applicationName} by ${who}`}
              onClick={() => pass(review)}
            >
              Reassign
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function LastStep({ review }: { readonly review: CampaignReview }) {
  const { reviewer, signed, signedBy, closed, escalated, reminded } = review
  const steps = [
    [signedBy === null || signedBy === reviewer ? 'Signed off' : `Signed off by ${signedBy}`, signed],
    ['Application removed', closed],
    ['Escalated', escalated],
    ['Reminded', reminded],
  ] as const
  const [what, at] = steps.find(([, time]) => time !== null) ?? ['–', null]
  if (at === null) return what
  return (
    <>
      {what} <Ago at={at} />
    </>
  )
}

interface ReassignProps {
  readonly campaign: Campaign
  readonly review: CampaignReview
  readonly onClose: () => void
}

function ReassignDialog({ campaign, review, onClose }: ReassignProps) {
  const [reviewer, setReviewer] = useState('')
  const [reason, setReason] = useState('')
  const { busy, failure, run } = useAction()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const done = await run(async () => {
      await reassignReview(campaign.id, review.id, reviewer.trim(), reason.trim())
      toast(`${reviewer.trim()} reviews ${review.applicationName} from now on.`)
    })
    if (done) onClose()
  }
  return (
    <Dialog onClose={onClose} title={`Reassign the review of ${review.applicationName}`} busy={busy}>
      <form onSubmit={event => void submit(event)}>
        <Stack>
          <HolderField
            kind="account"
            label="New reviewer"
            description="A username or an e-mail address. They get a mail."
            value={reviewer}
            onChange={setReviewer}
            required
            data-autofocus
          />
          <Textarea
            label="Reason"
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
            maxLength={2000}
            autosize
            minRows={2}
            required
          />
          <Problem failure={failure} title="Nothing was changed" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Reassign review
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
