import { Button, Group, Text } from '@mantine/core'
import { useAction } from '../action.ts'
import { Problem } from '../parts/problem.tsx'
import type { ListedFile } from '../theme/file-tree.ts'
import { pastFileAddress } from '../theme/history-calls.ts'
import { MASTER } from '../themes/calls.ts'
import { loadText } from './calls.ts'

/** Says that a file is the master's, and what becomes of it. */
export function MasterNote({ file, act }: { readonly file: ListedFile | undefined; readonly act: string }) {
  if (file?.state !== 'master') return null
  return (
    <Text size="xs" c="dimmed" mt={8}>
      This is the master’s file. {act} it makes it a customized file of this theme.
    </Text>
  )
}

/** A label whose text comes from the master's file, because the theme's own has no such line. */
export interface MissingLabel {
  readonly label: string
  readonly line: number
}

interface MissingLabelNoteProps {
  readonly themeId: string
  readonly path: string
  readonly missing: MissingLabel
  readonly onAdd: (line: string) => void
}

/** Offers to take a label over from the master's file. */
export function MissingLabelNote({ themeId, path, missing, onAdd }: MissingLabelNoteProps) {
  const { busy, failure, run } = useAction()
  const add = () =>
    run(async () => {
      const { text } = await loadText(pastFileAddress(themeId, MASTER, path))
      onAdd(text?.split(/\r?\n/)[missing.line - 1] ?? `$${missing.label}$=`)
    })
  return (
    <>
      <Group gap="xs" mt={8} role="status">
        <Text size="xs">
          <code>${missing.label}$</code> is not in this file. Its text comes from the master’s, line{' '}
          {missing.line}.
        </Text>
        <Button size="compact-xs" variant="light" loading={busy} onClick={() => void add()}>
          Add it here
        </Button>
      </Group>
      <Problem failure={failure} title="The label was not added" />
    </>
  )
}
