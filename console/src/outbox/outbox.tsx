import { Alert, Button, Code, Group, SegmentedControl, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { Page } from '../shell/page.tsx'
import { dropHeld, type MailState, type OutboxPage, outboxPage, retryGivenUp, sendHeld } from './calls.ts'
import { CheckDialog } from './check-dialog.tsx'
import { Mails } from './mails.tsx'
import { outboxAddress, useOutboxPlace } from './place.ts'
import { STATE_NAMES } from './state.tsx'

const LOOK_AGAIN_MS = 5000
/** States that are shown only if there are such mails. */
const RARE: readonly MailState[] = ['held', 'expired']

export default function Outbox() {
  const { role } = useSession()
  if (role === 'administrator') return <OutboxScreen />
  return (
    <ForAdministrators
      title="The outbox is for administrators"
      why="Mails contain links and codes for people, so only administrators can see them."
    />
  )
}

function OutboxScreen() {
  const place = useOutboxPlace()
  const { data, failure, reload, look } = useResource<OutboxPage>(outboxPage(place.state, place.page))
  const [dialog, setDialog] = useState<'check' | 'retry' | null>(null)
  const givenUp = data?.counts['given-up'] ?? 0
  const waits = (data?.counts.waiting ?? 0) > 0 && data?.server !== null
  const any = data !== undefined && Object.values(data.counts).some(count => count > 0)
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [waits, look])
  const retryAll = async () => {
    const retried = await retryGivenUp()
    toast(`${mailsName(retried)} will be sent now.`)
    await reload()
  }
  return (
    <Page
      title="Outbox"
      below="The mails of the last seven days: codes, links and notices for people."
      actions={
        data !== undefined &&
        data.server !== null && (
          <>
            {givenUp > 0 && (
              <Button
                variant="default"
                leftSection={<Icon name="undo" size={16} />}
                onClick={() => setDialog('retry')}
              >
                Retry all failed…
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<Icon name="mail" size={16} />}
              onClick={() => setDialog('check')}
            >
              Check mail server
            </Button>
          </>
        )
      }
    >
      <Problem failure={failure} retry={reload} />
      {data?.server === null && any && <NoServer />}
      {data !== undefined && data.server !== null && data.counts.held > 0 && (
        <HeldMails count={data.counts.held} reload={reload} />
      )}
      {data === undefined && failure === undefined && <Placeholder h={320} label="Loading mails" />}
      {data !== undefined && !any && <NoMails server={data.server} />}
      {data !== undefined && any && (
        <>
          <StateFilter counts={data.counts} />
          <Mails page={data} reload={reload} />
        </>
      )}
      {dialog === 'check' && data !== undefined && (
        <CheckDialog server={data.server!} sender={data.sender ?? ''} onClose={() => setDialog(null)} />
      )}
      {dialog === 'retry' && (
        <Confirm
          title={`Retry ${mailsName(givenUp)}?`}
          action={`Retry ${mailsName(givenUp)}`}
          harmless
          onClose={() => setDialog(null)}
          onConfirm={retryAll}
        >
          All failed mails are sent now, unless their code or link has expired.
        </Confirm>
      )}
    </Page>
  )
}

function mailsName(count: number): string {
  return count === 1 ? '1 mail' : `${count} mails`
}

function StateFilter({ counts }: Pick<OutboxPage, 'counts'>) {
  const [, navigate] = useLocation()
  const { state } = useOutboxPlace()
  const all = Object.entries(counts) as [MailState, number][]
  const choices = all.filter(([name, count]) => count > 0 || name === state || !RARE.includes(name))
  return (
    <Group>
      <SegmentedControl
        aria-label="State of the mails"
        data={[
          { value: 'all', label: 'All' },
          ...choices.map(([value, count]) => ({ value, label: `${STATE_NAMES[value]} (${count})` })),
        ]}
        value={state ?? 'all'}
        onChange={value => {
          const chosen = choices.find(([name]) => name === value)?.[0]
          navigate(outboxAddress({ state: chosen, page: 1, mail: undefined }), { replace: true })
        }}
      />
    </Group>
  )
}

/** Asks about mails that were written while there was no mail server. */
function HeldMails({ count, reload }: { readonly count: number; readonly reload: () => Promise<void> }) {
  const [asked, setAsked] = useState<'send' | 'drop'>()
  const mails = mailsName(count)
  const send = async () => {
    toast(`${mailsName(await sendHeld())} will be sent now.`)
    await reload()
  }
  const drop = async () => {
    toast(`${mailsName(await dropHeld())} will not be sent.`)
    await reload()
  }
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title={`${mails} from before a mail server was set`}>
      <Text size="sm" mb="sm">
        They were created more than an hour before the service could send mails. Send them only if people
        still need them.
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={() => setAsked('send')}>
          Send held mails
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsked('drop')}>
          Drop held mails
        </Button>
      </Group>
      {asked === 'send' && (
        <Confirm
          title={`Send ${mails}?`}
          action={`Send ${mails}`}
          harmless
          onClose={() => setAsked(undefined)}
          onConfirm={send}
        >
          All held mails are sent now, unless their code or link has expired. This cannot be undone.
        </Confirm>
      )}
      {asked === 'drop' && (
        <Confirm
          title={`Drop ${mails}?`}
          action={`Drop ${mails}`}
          onClose={() => setAsked(undefined)}
          onConfirm={drop}
        >
          They will not be sent, and their content is deleted. This cannot be undone.
        </Confirm>
      )}
    </Alert>
  )
}

function NoServer() {
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title="No mail server is set">
      Mails are not sent, but kept here for seven days. <HowToSend />
    </Alert>
  )
}

function HowToSend() {
  return (
    <>
      To send them, set <Code>TABARD_SMTP_URL</Code> to the address of your mail server, such as{' '}
      <Code>smtp://user:password@mail.example.com:587</Code>, and start the service again.
    </>
  )
}

function NoMails({ server }: Pick<OutboxPage, 'server'>) {
  return (
    <Empty title="No mails yet">
      <Text mb="sm">
        Each mail to somebody appears here: codes for signing in, links for forgotten passwords, notices about
        accounts.
      </Text>
      <Text>
        {server === null ? (
          <>
            No mail server is set, so mails are kept here and not sent. <HowToSend />
          </>
        ) : (
          <>They are sent by {server}. Check the mail server to see if it accepts them.</>
        )}
      </Text>
    </Empty>
  )
}
