import { Button, Group, Paper, Text } from '@mantine/core'
import { Link } from 'wouter'
import { Ago } from '../parts/ago.tsx'
import { Empty } from '../parts/empty.tsx'
import { type MailHead, type OutboxPage, PAGE_SIZE } from './calls.ts'
import { OpenMail } from './open-mail.tsx'
import classes from './outbox.module.css'
import { outboxAddress, useOutboxPlace } from './place.ts'
import { progress, StateBadge } from './state.tsx'

interface MailsProps {
  readonly page: OutboxPage
  readonly reload: () => Promise<void>
}

/** The list of mails, with the open mail beside it. */
export function Mails({ page, reload }: MailsProps) {
  const place = useOutboxPlace()
  const { mails, total, server } = page
  return (
    <div className={classes.mails} data-open={place.mail !== undefined || undefined}>
      <div className={classes.list}>
        {mails.length === 0 ? (
          <Empty title="No mails match">
            This page has no mails with this state. Choose another state or page.
          </Empty>
        ) : (
          <Paper withBorder bg="var(--surface)" component="ul" aria-label="Mails" className={classes.rows}>
            {mails.map(mail => (
              <li key={mail.id}>
                <Row mail={mail} sends={server !== null} />
              </li>
            ))}
          </Paper>
        )}
        {(total > PAGE_SIZE || place.page > 1) && <Pages total={total} />}
      </div>
      {place.mail !== undefined && (
        <OpenMail
          key={place.mail}
          id={place.mail}
          listed={mails.find(({ id }) => id === place.mail)}
          page={page}
          reload={reload}
        />
      )}
    </div>
  )
}

function Row({ mail, sends }: { readonly mail: MailHead; readonly sends: boolean }) {
  const place = useOutboxPlace()
  const { id, subject, about, recipient, state, createdAt } = mail
  const more = progress(mail, sends)
  return (
    <Link
      href={outboxAddress({ ...place, mail: id })}
      className={classes.row}
      aria-current={place.mail === id || undefined}
    >
      <span className={classes.state}>
        <StateBadge state={state} />
      </span>
      <span className={classes.words}>
        <span className={classes.subject}>{subject}</span>
        <span className={classes.about}>{about}</span>
        {more !== null && (
          <span className={classes.more} data-state={state}>
            {more}
          </span>
        )}
      </span>
      <span className={classes.recipient}>{recipient}</span>
      <span className={classes.time}>
        <Ago at={createdAt} />
      </span>
    </Link>
  )
}

function Pages({ total }: { readonly total: number }) {
  const place = useOutboxPlace()
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const to = (page: number) => outboxAddress({ ...place, page, mail: undefined })
  return (
    <Group component="nav" aria-label="Pages of mails" justify="space-between" mt="sm">
      <Text size="sm" c="dimmed">
        Page {place.page} of {last}, {total} mails
      </Text>
      <Group gap="xs">
        {place.page > 1 && (
          <Button component={Link} href={to(place.page - 1)} variant="default" size="xs">
            Newer
          </Button>
        )}
        {place.page < last && (
          <Button component={Link} href={to(place.page + 1)} variant="default" size="xs">
            Older
          </Button>
        )}
      </Group>
    </Group>
  )
}
