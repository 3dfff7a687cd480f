import { Text } from '@mantine/core'
import type { ListedFile } from '../theme/file-tree.ts'

interface MasterNoteProps {
  readonly file: ListedFile | undefined
  readonly act: string
  /** Whether only differing labels are saved. */
  readonly labels?: boolean
}

/** Says that a file belongs to the master, and what happens when it is saved. */
export function MasterNote({ file, act, labels = false }: MasterNoteProps) {
  if (file?.state !== 'master') return null
  return (
    <Text size="xs" c="dimmed" mt={6}>
      This is the master’s file.{' '}
      {labels
        ? `${act} it stores only the labels that you change. The others still follow the master.`
        : `${act} it makes it a customized file of this theme.`}
    </Text>
  )
}
