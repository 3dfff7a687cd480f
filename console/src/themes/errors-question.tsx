import { counted } from '../lint/counts.ts'
import { Confirm } from '../parts/confirm.tsx'

interface ErrorsQuestionProps {
  readonly errors: number
  readonly onClose: () => void
  readonly onConfirm: () => Promise<void>
}

/** Asks before a package with errors is applied. */
export function ErrorsQuestion({ errors, onClose, onConfirm }: ErrorsQuestionProps) {
  return (
    <Confirm
      title={`Apply a package with ${errors === 1 ? 'an error' : counted('error', errors)}?`}
      action="Apply anyway"
      onClose={onClose}
      onConfirm={onConfirm}
    >
      With this package, something on the pages or in the mails of the theme does not work. The audit trail
      records that it was applied with errors.
    </Confirm>
  )
}
