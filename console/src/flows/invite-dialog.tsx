import { Button, Group, Select, Stack, Switch, Text, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type ApiError, errorOf } from '../api.ts'
import { Copy } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { LANGUAGES } from '../parts/languages.ts'
import { ErrorHelp, Problem } from '../parts/problem.tsx'
import { useResource } from '../resource.ts'
import { FLOWS, type Flow, type FlowList, type Invitation, invite } from './calls.ts'
import classes from './invite-dialog.module.css'

const MOST_AT_ONCE = 50

/** A created invitation, and whether its link was mailed. */
type Made = Invitation & { readonly mailed: boolean }

interface InviteDialogProps {
  /** The registration to which people are invited; if undefined, it can be chosen. */
  readonly reference?: string
  readonly onClose: () => void
}

/** Invites people to a registration by their e-mail addresses, and shows their links once. */
export function InviteDialog({ reference, onClose }: InviteDialogProps) {
  const { data, failure, reload } = useResource<FlowList>(FLOWS)
  const registrations = data?.flows.filter(({ kind }) => kind === 'registration') ?? []
  const [chosen, setChosen] = useState<string>()
  const [typed, setTyped] = useState('')
  const [locale, setLocale] = useState<string | null>(null)
  const [mail, setMail] = useState(true)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ReactNode>()
  const [invited, setInvited] = useState<readonly Made[]>([])
  const flow =
    registrations.find(one => one.reference === (reference ?? chosen)) ??
    registrations.find(({ invitationOnly }) => invitationOnly) ??
    registrations[0]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const addresses = addressesIn(typed)
    const problem = problemOf(addresses)
    setError(problem)
    if (problem !== undefined || flow === undefined) return
    setBusy(true)
    const { made, refused } = await invitedAll(flow.reference, addresses, { mail, locale })
    setBusy(false)
    setInvited(before => [...before, ...made.map(invitation => ({ ...invitation, mailed: mail }))])
    // Rejected addresses stay in the field, so that they can be corrected, and so does what was typed meanwhile.
    const left = refused.map(({ email }) => email)
    setTyped(now => [...left, ...addressesIn(now).filter(one => !addresses.includes(one))].join('\n'))
    setError(refused.length === 0 ? undefined : <Refused addresses={refused} />)
  }
  const isDone = invited.length > 0 && typed === ''
  return (
    <Dialog
      onClose={onClose}
      title={reference === undefined ? 'Invite people' : `Invite people to ${reference}`}
      size="lg"
      busy={busy}
      dirty={invited.length > 0}
    >
      <form onSubmit={event => void submit(event)} noValidate>
        <Stack>
          <Problem failure={failure} retry={reload} />
          {invited.length > 0 && <Invited invitations={invited} />}
          {!isDone && (
            <>
              {reference === undefined && registrations.length > 1 && (
                <Select
                  label="Registration"
                  allowDeselect={false}
                  data={registrations.map(one => ({ value: one.reference, label: nameOf(one) }))}
                  value={flow?.reference ?? null}
                  onChange={value => setChosen(value ?? undefined)}
                />
              )}
              <Textarea
                label="E-mail addresses"
                description={`One per line, at most ${MOST_AT_ONCE}. People can register with this address only.`}
                placeholder="alex@example.com"
                value={typed}
                onChange={event => setTyped(event.currentTarget.value)}
                error={error}
                errorProps={{ role: 'alert' }}
                autosize
                minRows={3}
                maxRows={8}
                spellCheck={false}
                required
                data-autofocus
              />
              <Switch
                label="Mail the links"
                description="Turn this off to get the links here, and send them yourself."
                checked={mail}
                onChange={event => setMail(event.currentTarget.checked)}
              />
              {mail && (
                <Select
                  label="Language of the mail"
                  placeholder="The tenant’s language"
                  clearable
                  searchable
                  data={[...LANGUAGES]}
                  value={locale}
                  onChange={setLocale}
                />
              )}
              {flow !== undefined && !flow.invitationOnly && (
                <Text size="sm" c="dimmed">
                  Anybody can register with {flow.reference}, also without an invitation.
                </Text>
              )}
            </>
          )}
          <Group justify="flex-end">
            {isDone ? (
              <>
                <Button variant="default" onClick={() => setInvited([])}>
                  Invite others
                </Button>
                <Button onClick={onClose}>Done</Button>
              </>
            ) : (
              <>
                <Button variant="default" onClick={onClose} disabled={busy}>
                  {invited.length > 0 ? 'Close' : 'Cancel'}
                </Button>
                <Button type="submit" loading={busy} disabled={flow === undefined}>
                  {mail ? 'Send invitations' : 'Create links'}
                </Button>
              </>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface RefusedAddress {
  readonly email: string
  readonly failure: ApiError
}

/** The addresses that could not be invited, each on its own line. */
function Refused({ addresses }: { readonly addresses: readonly RefusedAddress[] }) {
  return addresses.map(({ email, failure }) => (
    <span key={email} className={classes.refused}>
      {email}: {failure.messageDescription} <ErrorHelp failure={failure} />
    </span>
  ))
}

function Invited({ invitations }: { readonly invitations: readonly Made[] }) {
  const count = invitations.length
  const mailed = invitations.every(one => one.mailed)
  return (
    <section aria-label="Invitations">
      <Text size="sm" role="status" mb="xs">
        {mailed
          ? `${count === 1 ? 'One invitation is' : `${count} invitations are`} on the way.`
          : `${count === 1 ? 'One link is' : `${count} links are`} ready. You cannot see them again later.`}{' '}
        Each link is valid for 14 days and for one account.
      </Text>
      <ul className={classes.invited}>
        {invitations.map(({ email, link }) => (
          <li key={link}>
            <Icon name="check" size={16} />
            <span>{email}</span>
            <Copy value={link} what={`link of ${email}`} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function nameOf({ reference, invitationOnly }: Flow): string {
  return invitationOnly ? `${reference} (by invitation only)` : reference
}

function addressesIn(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[\n,;]/)
        .map(part => part.trim())
        .filter(part => part !== ''),
    ),
  ]
}

function problemOf(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return 'Enter the address of somebody.'
  if (addresses.length > MOST_AT_ONCE)
    return `These are ${addresses.length} addresses. Invite at most ${MOST_AT_ONCE} at once.`
  return undefined
}

/** Sends the invitations one after the other. An error in one address does not affect the others. */
async function invitedAll(
  reference: string,
  addresses: readonly string[],
  how: { readonly mail: boolean; readonly locale: string | null },
) {
  const made: Invitation[] = []
  const refused: RefusedAddress[] = []
  for (const email of addresses)
    try {
      made.push(await invite(reference, { email, ...how }))
    } catch (thrown) {
      refused.push({ email, failure: errorOf(thrown) })
    }
  return { made, refused }
}
