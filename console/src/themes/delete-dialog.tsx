import { Button, Group, Text } from '@mantine/core'
import { ApiError } from '../api.ts'
import { useDrafts } from '../drafts.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { toast } from '../parts/toast.tsx'
import { deleteTheme, type ThemeSummary, themesChanged } from './calls.ts'
import { ApplicationLinks } from './used-by.tsx'

interface DeleteDialogProps {
  readonly theme: ThemeSummary
  readonly onClose: () => void
  readonly onDeleted: (() => void) | undefined
}

const IN_USE = 'CSIAZ3024E'

/** Asks before a theme is deleted. If the theme is in use, it says where. */
export function DeleteDialog({ theme, onClose, onDeleted }: DeleteDialogProps) {
  const { id, name, applications } = theme
  const drafts = useDrafts()
  if (applications.length > 0) return <InUse theme={theme} onClose={onClose} />
  return (
    <Confirm
      title={`Delete ${name}?`}
      action="Delete theme"
      onClose={onClose}
      onConfirm={async () => {
        try {
          await deleteTheme(id)
        } catch (thrown) {
          // Somebody has chosen the theme for an application in the meantime. The reloaded list shows for which one.
          if (thrown instanceof ApiError && thrown.messageId === IN_USE) await themesChanged()
          throw thrown
        }
        drafts.dropAll(id)
        onDeleted?.()
        toast(`${name} was deleted.`)
        await themesChanged(id)
      }}
    >
      Its files and its history are deleted. This cannot be undone. Download the theme first if you may need
      it again.
    </Confirm>
  )
}

function InUse({ theme, onClose }: Pick<DeleteDialogProps, 'theme' | 'onClose'>) {
  const { name, applications } = theme
  return (
    <Dialog onClose={onClose} title={`${name} is in use`}>
      <Text size="sm" component="div">
        {applications.length === 1 ? 'This application uses it: ' : 'These applications use it: '}
        <ApplicationLinks theme={theme} onLeave={onClose} />. Choose another theme there, then delete {name}.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Dialog>
  )
}
