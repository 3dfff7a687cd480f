import { Button, Group, Paper, Stack, Textarea, Title } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { Action } from '../action.ts'
import { Icon } from '../parts/icon.tsx'
import { toast } from '../parts/toast.tsx'
import { useUnsaved } from '../unsaved.ts'
import { type Decision, decide, LONGEST_COMMENT, type WholeRequest } from './calls.ts'

interface DecisionFormProps {
  readonly request: WholeRequest
  /** Passed in, because it must outlive the form: the form disappears if somebody else has decided. */
  readonly action: Action
}

/** A comment, and the decisions that an administrator can make about an open request. */
export function DecisionForm({ request, action }: DecisionFormProps) {
  const { state, person, requester, applicationName } = request
  const field = useRef<HTMLTextAreaElement>(null)
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState<string>()
  const [turn, setTurn] = useState<Decision>()
  const { busy, run } = action
  useUnsaved(comment.trim() !== '')
  const done: Readonly<Record<Decision, string>> = {
    approve: `${person.userName} has access to ${applicationName}.`,
    reject: `The request of ${requester.userName} was rejected.`,
    more: `${requester.userName} was asked for more information.`,
  }
  const send = async (chosen: Decision) => {
    const said = comment.trim()
    // The requester should learn the reason. Only an approval needs none.
    if (said === '' && chosen !== 'approve') {
      setMissing(chosen === 'reject' ? 'Explain why you reject the request.' : 'Write what you need to know.')
      field.current?.focus()
      return
    }
    setMissing(undefined)
    setTurn(chosen)
    await run(async () => {
      await decide(request, chosen, said)
      // Typing may have continued.
      setComment(now => (now === comment ? '' : now))
      toast(done[chosen])
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send('approve')
  }
  return (
    <Paper withBorder p="lg" bg="var(--surface)">
      <form onSubmit={submit} aria-labelledby="decision">
        <Stack gap="md">
          <Title order={2} id="decision">
            Your decision
          </Title>
          <Textarea
            ref={field}
            label="Comment"
            description={`${requester.userName} can read it. You need one to reject the request or to ask for more information.`}
            value={comment}
            onChange={event => {
              setComment(event.currentTarget.value)
              setMissing(undefined)
            }}
            error={missing}
            errorProps={{ role: 'alert' }}
            maxLength={LONGEST_COMMENT}
            autosize
            minRows={3}
            maxRows={12}
          />
          <Group gap="xs">
            <Button
              type="submit"
              leftSection={<Icon name="check" size={16} />}
              loading={busy && turn === 'approve'}
              disabled={busy && turn !== 'approve'}
            >
              Approve
            </Button>
            {state === 'waiting' && (
              <Button
                variant="default"
                loading={busy && turn === 'more'}
                disabled={busy && turn !== 'more'}
                onClick={() => void send('more')}
              >
                Ask for more information
              </Button>
            )}
            <Button
              variant="default"
              loading={busy && turn === 'reject'}
              disabled={busy && turn !== 'reject'}
              onClick={() => void send('reject')}
            >
              Reject
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
