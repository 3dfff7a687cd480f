import { Confirm } from '../parts/confirm.tsx'
import { toast } from '../parts/toast.tsx'
import type { ThemeDetail } from '../theme/theme.tsx'
import { listedTag, revertFile } from '../themes/calls.ts'
import type { LintFinding } from './finding.ts'

/** Whether the fix of a finding is to remove the file. */
export function isRemoved({ fix }: LintFinding): boolean {
  return fix?.edits === 'remove'
}

interface RemoveFileProps {
  readonly theme: ThemeDetail
  readonly path: string
  readonly onClose: () => void
  readonly onRemoved?: () => void
}

/** Asks before a file is removed as a fix. */
export function RemoveFile({ theme, path, onClose, onRemoved }: RemoveFileProps) {
  return (
    <Confirm
      title={`Remove ${path.slice(path.lastIndexOf('/') + 1)}?`}
      action="Remove file"
      onClose={onClose}
      onConfirm={async () => {
        const file = theme.files.find(one => one.path === path)
        await revertFile(theme.id, path, listedTag(file), onRemoved)
        toast('The file was removed.')
      }}
    >
      The theme no longer has this file. Its content stays in the history. You can restore it from there.
    </Confirm>
  )
}
