import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Group,
  Paper,
  Radio,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAction } from '../action.ts'
import type { ApplicationRecord } from '../applications/calls.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { requestsFor } from '../requests/calls.ts'
import {
  type Access,
  type AccessHolder,
  type AccessMode,
  changeAccess,
  changeApprovers,
  holderKey,
} from './calls.ts'
import { HolderDialog } from './holder-dialog.tsx'
import { MODES } from './modes.ts'

interface RulesProps {
  readonly application: ApplicationRecord
  readonly access: Access
}

/** Who may use an application, and who approves requests. */
export function Rules({ application, access }: RulesProps) {
  const { mode } = access
  const [wanted, setWanted] = useState<AccessMode>()
  const { busy, failure, run } = useAction()
  const choose = (next: AccessMode) => {
    // Opening and restricting an application affects everybody, so both are confirmed.
    if (next === 'open' || mode === 'open') setWanted(next)
    else void run(async () => void (await changeAccess(application.id, { mode: next })))
  }
  return (
    <Paper withBorder p="lg" bg="var(--surface)">
      <Stack gap="lg">
        <Radio.Group
          label="Who may use this application"
          value={mode}
          onChange={value => choose(value as AccessMode)}
        >
          <Stack gap="sm" mt="xs">
            {MODES.map(({ value, label, hint }) => (
              <Radio key={value} value={value} label={label} description={hint} disabled={busy} />
            ))}
          </Stack>
        </Radio.Group>
        <Problem failure={failure} title="The rules were not changed" />
        {mode === 'request' && (
          <>
            <Approvers application={application} access={access} />
            <Others application={application} access={access} />
          </>
        )}
      </Stack>
      {wanted === 'open' && (
        <Confirm
          title={`Open ${application.name} to everybody?`}
          action="Open to everybody"
          onClose={() => setWanted(undefined)}
          onConfirm={async () => {
            await changeAccess(application.id, { mode: 'open' })
            toast(`${application.name} is open to everybody.`)
          }}
        >
          Everybody with an active account can then sign in to it. Access that you gave is kept, and takes
          effect again when you restrict the application.
        </Confirm>
      )}
      {wanted !== undefined && wanted !== 'open' && (
        <Closing application={application} mode={wanted} onClose={() => setWanted(undefined)} />
      )}
    </Paper>
  )
}

interface ClosingProps extends Pick<RulesProps, 'application'> {
  readonly mode: AccessMode
  readonly onClose: () => void
}

/** Asks whether the current users keep access when an application stops being open. */
function Closing({ application, mode, onClose }: ClosingProps) {
  const [keep, setKeep] = useState('yes')
  const close = async () => {
    const kept = await changeAccess(application.id, { mode, keepRecent: keep === 'yes' })
    const people = kept === 1 ? 'One person keeps' : `${kept} people keep`
    toast(
      keep === 'yes'
        ? `${application.name} is restricted. ${people} access.`
        : `${application.name} is restricted.`,
    )
  }
  return (
    <Confirm
      title={`Restrict ${application.name}?`}
      action="Restrict application"
      onClose={onClose}
      onConfirm={close}
    >
      <Stack gap="md">
        <span>
          Everybody without access is signed out of the application at once, and can no longer sign in to it.
        </span>
        <Radio.Group label="People who signed in within the last 90 days" value={keep} onChange={setKeep}>
          <Stack gap="xs" mt="xs">
            <Radio value="yes" label="Keep access" description="You can revoke it for each of them later." />
            <Radio
              value="no"
              label="Lose access"
              description="Except people and groups to whom you gave access."
            />
          </Stack>
        </Radio.Group>
      </Stack>
    </Confirm>
  )
}

function Approvers({ application, access }: RulesProps) {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<AccessHolder>()
  const { approvers } = access
  return (
    <section aria-labelledby="approvers">
      <Group justify="space-between" align="flex-end" mb="xs">
        <div>
          <Title order={2} id="approvers">
            Approvers
          </Title>
          <Text size="sm" c="dimmed">
            {approvers.length === 0
              ? 'Nobody is named, so administrators decide.'
              : 'Any one of them can decide about a request.'}{' '}
            <Anchor component={Link} href={requestsFor(application.id)} inherit underline="always">
              Show requests
            </Anchor>
          </Text>
        </div>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => setAdding(true)}
        >
          Add approver
        </Button>
      </Group>
      <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {approvers.map(approver => (
          <Group key={holderKey(approver)} component="li" gap="xs" wrap="nowrap" justify="space-between">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {approver.name} {approver.kind === 'group' && <Badge color="gray">Group</Badge>}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              c="dimmed"
              aria-label={`Remove approver ${approver.name}`}
              onClick={() => setRemoving(approver)}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      {removing !== undefined && (
        <Confirm
          title={`Remove ${removing.name} as approver of ${application.name}?`}
          action="Remove approver"
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            await changeApprovers(application.id, now => now.filter(one => one !== holderKey(removing)))
            toast(`${removing.name} no longer approves requests for ${application.name}.`)
          }}
        >
          {approvers.length === 1
            ? 'Nobody else is named, so administrators will decide about requests.'
            : 'The other approvers decide about requests.'}
        </Confirm>
      )}
      {adding && (
        <HolderDialog
          title="Add approver"
          action="Add approver"
          onClose={() => setAdding(false)}
          onSubmit={async holder => await changeApprovers(application.id, now => [...now, holder])}
        />
      )}
    </section>
  )
}

/** Whether people may request access on behalf of others. */
function Others({ application, access }: RulesProps) {
  const { busy, failure, run } = useAction()
  const set = async (requestsForOthers: boolean) =>
    void (await changeAccess(application.id, { requestsForOthers }))
  return (
    <div>
      <Switch
        label="Requests for others"
        description="People can request access for somebody else, by username or e-mail address. This lets them find out which accounts exist."
        checked={access.requestsForOthers}
        disabled={busy}
        onChange={event => {
          const { checked } = event.currentTarget
          void run(() => set(checked))
        }}
      />
      <Problem failure={failure} title="The rules were not changed" />
    </div>
  )
}
