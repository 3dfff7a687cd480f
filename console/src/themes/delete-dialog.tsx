import { Text } from '@mantine/core'
import { Confirm } from '../parts/confirm.tsx'
import { toast } from '../parts/toast.tsx'
import { deleteTheme, type ThemeSummary, themesChanged } from './calls.ts'
import { ApplicationLinks } from './used-by.tsx'

interface DeleteDialogProps {
  readonly theme: ThemeSummary
  readonly onClose: () => void
  readonly onDeleted: (() => void) | undefined
}

const IN_USE = 'CSIAZ3024E'

export function DeleteDialog({ theme, onClose, onDeleted }: DeleteDialogProps) {
  const { id, name, applications } = theme
  return (
    <Confirm
      title={`Delete ${name}?`}
      action="Delete theme"
      onClose={onClose}
      onConfirm={async () => {
        await deleteTheme(id)
        onDeleted?.()
        toast(`${name} is deleted.`)
        await themesChanged(id)
      }}
      explained={({ messageId }) =>
        messageId === IN_USE &&
        applications.length > 0 && (
          <Text size="sm" mt="xs" component="div">
            It is used by <ApplicationLinks applications={applications} />. Choose another theme there first.
          </Text>
        )
      }
    >
      Its files and its history are deleted. This cannot be undone; download it first if you may need it
      again.
    </Confirm>
  )
}
