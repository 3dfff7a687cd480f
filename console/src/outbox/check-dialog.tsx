import { Alert, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '../action.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { onField } from '../parts/on-field.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Checked, checkServer } from './calls.ts'
import classes from './outbox.module.css'

interface CheckDialogProps {
  readonly server: string
  readonly sender: string
  readonly onClose: () => void
}

/** Checks the mail server, and shows the transcript. */
export function CheckDialog({ server, sender, onClose }: CheckDialogProps) {
  const [to, setTo] = useState('')
  const [checked, setChecked] = useState<(Checked & { readonly to: string }) | null>(null)
  const { busy, failure, run } = useAction()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(null)
    void run(async () => setChecked({ ...(await checkServer(to.trim())), to: to.trim() }))
  }
  return (
    <Dialog
      onClose={onClose}
      title="Check mail server"
      size="lg"
      disposable={!busy && checked?.to === to.trim()}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">
            Connects to <b>{server}</b> and signs in, as for sending. Mails come from <b>{sender}</b>, unless
            a theme names another sender.
          </Text>
          <TextInput
            label="Send a test mail to"
            description="Optional. Without an address, no mail is sent."
            type="email"
            value={to}
            onChange={event => setTo(event.currentTarget.value)}
            error={onField(failure, 'recipient').error}
            errorProps={{ role: 'alert' }}
            data-autofocus
          />
          <Group justify="space-between">
            <Text size="sm" c="dimmed" role="status">
              {busy && 'Connecting to the mail server. This takes at most 15 seconds.'}
            </Text>
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
              <Button type="submit" loading={busy}>
                {to.trim() === '' ? 'Check' : 'Send test mail'}
              </Button>
            </Group>
          </Group>
          <Problem failure={onField(failure, 'recipient').rest} title="The mail server was not checked" />
          {checked !== null && <Result {...checked} />}
        </Stack>
      </form>
    </Dialog>
  )
}

function Result({ problem, lines, to }: Checked & { readonly to: string }) {
  return (
    <>
      <Alert
        color={problem === null ? 'teal' : 'red'}
        icon={<Icon name={problem === null ? 'check' : 'warning'} />}
        role={problem === null ? 'status' : 'alert'}
        title={problem === null ? 'The mail server answers' : 'Mails cannot be sent'}
      >
        {problem ??
          (to === ''
            ? 'It accepts the sign-in of Tabard. Send a test mail to see whether it accepts mails.'
            : `It accepted the test mail to ${to}. Check whether it arrives.`)}
      </Alert>
      {lines.length > 0 && (
        <Box component="section" className={classes.conversation} aria-label="Transcript" tabIndex={0}>
          {lines.map(({ by, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a conversation has no other key.
            <div key={index} data-by={by}>
              <span className={classes.speaker}>{by === 'server' ? 'server' : 'tabard'}</span>
              {text}
            </div>
          ))}
        </Box>
      )}
    </>
  )
}
