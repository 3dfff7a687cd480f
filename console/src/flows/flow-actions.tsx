import { ActionIcon, Menu } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { toast } from '../parts/toast.tsx'
import { useSession } from '../session.ts'
import type { Flow } from '../wire.ts'
import { resetFlow } from './calls.ts'
import { InviteDialog } from './invite-dialog.tsx'

interface FlowActionsProps {
  readonly flow: Pick<Flow, 'reference' | 'kind' | 'builtIn' | 'designed'>
  /** Called before the flow is removed or reset. */
  readonly onGone?: () => void
}

/** The actions for a whole flow. */
export function FlowActions({ flow, onGone }: FlowActionsProps) {
  const { reference, kind, builtIn, designed } = flow
  const { pagesUrl } = useSession()
  const [asking, setAsking] = useState(false)
  const [inviting, setInviting] = useState(false)
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={`Actions for ${reference}`}>
            <Icon name="more" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={`${pagesUrl}/flows/?reference=${encodeURIComponent(reference)}`}
            target="_blank"
            rel="noreferrer"
            leftSection={<Icon name="external" size={16} />}
          >
            Open the published page
          </Menu.Item>
          {kind === 'registration' && (
            <Menu.Item leftSection={<Icon name="mail" size={16} />} onClick={() => setInviting(true)}>
              Invite people
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<Icon name={builtIn ? 'undo' : 'trash'} size={16} />}
            disabled={builtIn && !designed}
            onClick={() => setAsking(true)}
          >
            {builtIn ? 'Reset to the original' : 'Delete flow'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {inviting && <InviteDialog reference={reference} onClose={() => setInviting(false)} />}
      {asking && (
        <Confirm
          title={builtIn ? `Reset ${reference}?` : `Delete ${reference}?`}
          action={builtIn ? 'Reset flow' : 'Delete flow'}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await resetFlow(flow)
            toast(builtIn ? `${reference} was reset to its original.` : `${reference} was deleted.`)
            onGone?.()
          }}
        >
          {builtIn
            ? 'The flow returns to its original design. This creates a new version, so you can undo it in the history.'
            : 'Its address shows an error page from then on, and its history is gone. This cannot be undone.'}
        </Confirm>
      )}
    </>
  )
}
