import { Alert, Anchor, Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type ApiError, errorOf, signIn } from '../api.ts'
import { Icon } from '../parts/icon.tsx'
import { ErrorHelp } from '../parts/problem.tsx'
import { refresh } from '../resource.ts'
import { useSession } from '../session.ts'
import { settle, useSessionEnded, watchTabs } from '../session-end.ts'
import { isGuarded, release } from '../unsaved.ts'
import { askAgain, type SignInStep, whoIsSignedIn } from './sign-in-calls.ts'

/** Lets people sign in again without leaving the screen when their session has ended. Waiting calls then continue. */
export function SessionDialog() {
  const ended = useSessionEnded()
  return (
    <Modal
      opened={ended}
      onClose={() => undefined}
      title="Your session has ended"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      // Above other open dialogs, and above messages in the corner.
      zIndex={500}
      size="sm"
    >
      {ended && <SignInForm />}
    </Modal>
  )
}

// Escape must not close another dialog below this one.
const STAYS = { 'data-mantine-stop-propagation': 'true' }

function SignInForm() {
  const { userName } = useSession()
  const [step, setStep] = useState<SignInStep>({ next: 'password' })
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const goOn = async (who: string) => {
    if (who !== userName) release()
    settle(who)
    await refresh('/session')
  }
  const noticed = async (who: string) => {
    // For another account, the page is reloaded. What was typed would be lost, so that the person decides here.
    if (who === userName || !isGuarded()) await goOn(who)
  }
  const latest = useRef(noticed)
  latest.current = noticed
  useEffect(() => {
    const look = async () => {
      const who = await whoIsSignedIn()
      if (who !== undefined) await latest.current(who)
    }
    return watchTabs(() => void look())
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setBusy(true)
    try {
      const next = await askAgain(step, userName, typed)
      if (next.next === 'done') return await goOn(userName)
      setStep(next)
      setFailure(null)
      setTyped('')
    } catch (thrown) {
      setFailure(errorOf(thrown))
    } finally {
      setBusy(false)
      field.current?.focus()
    }
  }
  const problem =
    failure === null ? (
      step.problem
    ) : (
      <>
        {failure.messageDescription} <ErrorHelp failure={failure} {...STAYS} />
      </>
    )
  const common = {
    value: typed,
    onChange: (event: { currentTarget: HTMLInputElement }) => setTyped(event.currentTarget.value),
    ref: field,
    'data-autofocus': true,
    required: true,
    withAsterisk: false,
    error: problem,
    ...STAYS,
  }
  return (
    <form onSubmit={event => void submit(event)}>
      <Stack>
        <Text size="sm">Sign in to continue where you are. What you have typed is still here.</Text>
        {step.next === 'page' ? (
          <Alert icon={<Icon name="warning" />} role="status">
            Your account needs one more step.{' '}
            <Anchor href={step.address} target="_blank" rel="noopener" inherit {...STAYS}>
              Sign in in a new tab
            </Anchor>
            , then come back here.
          </Alert>
        ) : (
          <>
            <TextInput
              label="Username"
              name="username"
              value={userName}
              readOnly
              autoComplete="username"
              variant="filled"
              {...STAYS}
            />
            {step.next === 'code' ? (
              <TextInput
                key="code"
                label="Code from the app"
                description="Or one of your recovery codes."
                autoComplete="one-time-code"
                {...common}
              />
            ) : (
              <TextInput
                key="password"
                label="Password"
                type="password"
                autoComplete="current-password"
                {...common}
              />
            )}
            <Button type="submit" loading={busy} {...STAYS}>
              {step.next === 'code' ? 'Continue' : 'Sign in'}
            </Button>
          </>
        )}
        <Text size="sm">
          <Anchor
            component="button"
            type="button"
            inherit
            onClick={() => {
              release()
              signIn()
            }}
            {...STAYS}
          >
            Sign in with another account
          </Anchor>
        </Text>
      </Stack>
    </form>
  )
}
