import { Button } from '@mantine/core'
import { Confirm } from '../parts/confirm.tsx'
import { toast } from '../parts/toast.tsx'
import { decideRegistration, type Person } from './calls.ts'

/** A decision about a registration that waits for approval. */
export interface Decision {
  readonly person: Person
  readonly approved: boolean
}

interface DecisionsProps {
  readonly person: Person
  readonly decide: (decision: Decision) => void
}

/** The buttons of a registration that waits for approval. */
export function Decisions({ person, decide }: DecisionsProps) {
  return (
    <>
      <Button
        size="xs"
        aria-label={`Approve ${person.userName}`}
        onClick={() => decide({ person, approved: true })}
      >
        Approve
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={`Reject ${person.userName}`}
        onClick={() => decide({ person, approved: false })}
      >
        Reject
      </Button>
    </>
  )
}

/** Asks before a registration is approved or rejected. */
export function DecisionDialog({ person, approved, onClose }: Decision & { readonly onClose: () => void }) {
  const { id, userName } = person
  const decide = async () => {
    await decideRegistration(id, approved)
    toast(approved ? `${userName} can sign in now.` : `The account of ${userName} was removed.`)
  }
  return (
    <Confirm
      title={
        approved ? `Approve the registration of ${userName}?` : `Reject the registration of ${userName}?`
      }
      action={approved ? 'Approve' : 'Reject'}
      harmless={approved}
      onClose={onClose}
      onConfirm={decide}
    >
      {approved
        ? 'They can sign in from now on, and are told by mail.'
        : 'Their account is removed with everything that they entered. They are told by mail.'}
    </Confirm>
  )
}
