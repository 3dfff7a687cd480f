import { ActionIcon, Button, Group, Paper, Stack, Text, Title, Tooltip } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useAction } from '../action.ts'
import { exactTime } from '../parts/ago.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { dropMail, type MailHead, mailResource, type OutboxPage, retryMail, type WholeMail } from './calls.ts'
import { KeptContent, SampleContent } from './content.tsx'
import classes from './outbox.module.css'
import { outboxAddress, useOutboxPlace } from './place.ts'
import { progress, StateBadge, triesName } from './state.tsx'

interface OpenMailProps {
  readonly id: string
  /** The mail, if it is on the current page of the list. */
  readonly listed: MailHead | undefined
  readonly page: OutboxPage
  readonly reload: () => Promise<void>
}

/** One mail: its state and its content. */
export function OpenMail({ id, listed, page, reload }: OpenMailProps) {
  if (listed === undefined) return <Elsewhere id={id} page={page} reload={reload} />
  return <Shown mail={listed} page={page} reload={reload} />
}

// Shown for a mail that is on another page of the list, or that the filter leaves out.
function Elsewhere({ id, page, reload }: Omit<OpenMailProps, 'listed'>) {
  const mail = useResource<WholeMail>(mailResource(id))
  const { data, failure, look } = mail
  const isWaiting = data?.state === 'waiting'
  const counts = JSON.stringify(page.counts)
  // The mail is looked at again only if the counts of the list change, because the audit trail records each look.
  const looked = useRef(counts)
  useEffect(() => {
    if (!isWaiting || looked.current === counts) return
    looked.current = counts
    void look()
  }, [counts, isWaiting, look])
  const reloadBoth = async () => void (await Promise.all([mail.reload(), reload()]))
  if (data !== undefined) return <Shown mail={data} page={page} reload={reloadBoth} />
  return failure === undefined ? (
    <Placeholder h={320} label="Loading mail" />
  ) : (
    <Problem failure={failure}>
      <div>The outbox keeps mails for seven days.</div>
    </Problem>
  )
}

interface ShownProps {
  readonly mail: MailHead
  readonly page: OutboxPage
  readonly reload: () => Promise<void>
}

function Shown({ mail, page, reload }: ShownProps) {
  const place = useOutboxPlace()
  const heading = useRef<HTMLHeadingElement>(null)
  const { busy, failure, run } = useAction()
  const [dropping, setDropping] = useState(false)
  const closed = outboxAddress({ ...place, mail: undefined })
  // The open mail gets the focus, even if the list stays beside it.
  useEffect(() => heading.current?.focus(), [])
  const retry = async () => {
    await retryMail(mail.id)
    toast('The mail will be sent now.')
    await reload()
  }
  const drop = async () => {
    await dropMail(mail.id)
    toast('The mail will not be sent.')
    await reload()
  }
  return (
    <Paper withBorder bg="var(--surface)" component="section" aria-label="Mail" className={classes.mail}>
      <Stack p="lg" gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Title order={2} tabIndex={-1} ref={heading} className={classes.heading}>
            {mail.subject}
          </Title>
          <Tooltip label="Close mail">
            <ActionIcon
              component={Link}
              href={closed}
              variant="subtle"
              color="gray"
              c="dimmed"
              aria-label="Close mail"
            >
              <Icon name="close" size={18} />
            </ActionIcon>
          </Tooltip>
        </Group>
        <Facts mail={mail} page={page} />
        {mail.state !== 'sent' && mail.kept && page.server !== null && (
          <Group>
            <Button
              size="xs"
              loading={busy}
              leftSection={<Icon name="undo" size={14} />}
              onClick={() => void run(retry)}
            >
              {mail.state === 'held' ? 'Send now' : 'Retry now'}
            </Button>
            <Button size="xs" variant="default" disabled={busy} onClick={() => setDropping(true)}>
              Drop
            </Button>
          </Group>
        )}
        <Problem failure={failure} title="Nothing was changed" />
      </Stack>
      {mail.kept ? <KeptContent id={mail.id} /> : <SampleContent mail={mail} />}
      {dropping && (
        <Confirm
          title="Drop this mail?"
          action="Drop mail"
          onClose={() => setDropping(false)}
          onConfirm={drop}
        >
          It will not be sent to {mail.recipient}, and its content is deleted. This cannot be undone.
        </Confirm>
      )}
    </Paper>
  )
}

function Facts({ mail, page }: Pick<ShownProps, 'mail' | 'page'>) {
  const { state, recipient, sender, about, createdAt, tries, problem } = mail
  const from = sender || page.sender
  const told = state === 'waiting' || state === 'held' || state === 'expired'
  const next = told ? progress(mail, page.server !== null) : triesName(tries)
  return (
    <dl className={classes.facts}>
      <dt>State</dt>
      <dd>
        <StateBadge state={state} />{' '}
        <Text span size="sm" c="dimmed">
          {next}
        </Text>
      </dd>
      {problem !== null && (
        <>
          <dt>Problem</dt>
          <dd>{problem}</dd>
        </>
      )}
      <dt>To</dt>
      <dd>{recipient}</dd>
      {from && (
        <>
          <dt>From</dt>
          <dd>{from}</dd>
        </>
      )}
      <dt>About</dt>
      <dd>{about}</dd>
      <dt>Written</dt>
      <dd>
        <time dateTime={createdAt}>{exactTime(createdAt)}</time>
      </dd>
    </dl>
  )
}
