import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAction } from '../action.ts'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { fileAddress, MASTER, markCurrent, originalAddress, themePlace } from '../themes/calls.ts'
import { useContent } from './content.ts'
import { DiffView } from './diff-view.tsx'
import type { ListedFile } from './file-tree.ts'
import type { ThemeDetail } from './theme.tsx'

/** The customized files whose originals have changed since they were customized. */
export function OutdatedFiles({ theme }: { readonly theme: ThemeDetail }) {
  const outdated = theme.files.filter(({ outdatedBase }) => outdatedBase !== undefined)
  if (outdated.length === 0) return null
  return (
    <Alert
      color="yellow"
      icon={<Icon name="warning" />}
      title={
        outdated.length === 1
          ? 'One customized file is outdated'
          : `${outdated.length} customized files are outdated`
      }
    >
      <Text size="sm">
        An update of Tabard changed their originals after you customized them. Compare the originals, copy
        what you need, then mark the files as current.
      </Text>
      <ul>
        {outdated.map(({ path }) => (
          <li key={path}>
            <Anchor
              component={Link}
              href={`${themePlace(theme.id)}?tab=files&file=${encodeURIComponent(path)}`}
              size="sm"
            >
              {path}
            </Anchor>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

interface OutdatedBaseProps {
  readonly theme: ThemeDetail
  readonly file: ListedFile
}

/** The changes in the original of a file, and a button that marks the file as compared. */
export function OutdatedBase({ theme, file }: OutdatedBaseProps) {
  const [shown, setShown] = useState(false)
  const { busy, failure, run } = useAction()
  const { outdatedBase } = file
  if (outdatedBase === undefined) return null
  const mark = async () => {
    await markCurrent(theme.id, file.path)
    toast('The file was marked as current.')
  }
  return (
    <Alert
      color="yellow"
      radius={0}
      icon={<Icon name="warning" />}
      title="The original of this file has changed"
    >
      <Stack gap="sm">
        <Text size="sm">{whatHappened(outdatedBase)}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setShown(!shown)} aria-expanded={shown}>
            {shown ? 'Hide the changes' : 'Show the changes'}
          </Button>
          <Button size="xs" loading={busy} onClick={() => void run(mark)}>
            Mark as current
          </Button>
        </Group>
        <Problem failure={failure} title="The file was not marked" />
        {shown && <Originals theme={theme} file={file} />}
      </Stack>
    </Alert>
  )
}

function Originals({ theme, file: { path, outdatedBase } }: OutdatedBaseProps) {
  const { from, to } = outdatedBase!
  const left = useContent(from === null ? null : originalAddress(theme.id, path), path, from ?? '')
  const right = useContent(to === null ? null : fileAddress(MASTER, path), path, to ?? '')
  const ready = (from === null || left.content !== null) && (to === null || right.content !== null)
  const failure = left.failure ?? right.failure
  if (failure !== null) return <Problem failure={failure} />
  if (!ready) return <Placeholder h={160} label="Loading the originals" />
  if (left.content?.text == null && right.content?.text == null)
    return <Text size="sm">This kind of file cannot be shown here.</Text>
  return (
    <DiffView
      left={left.content?.text ?? ''}
      right={right.content?.text ?? ''}
      leftName="Original when you customized it"
      rightName="Original now"
    />
  )
}

function whatHappened({ from, to }: NonNullable<ListedFile['outdatedBase']>): string {
  if (from === null) return 'The master now has a file at this path. Your theme still shows its own.'
  if (to === null) return 'The master no longer has this file. Your theme still shows its own.'
  return 'An update changed it after you customized it. Your theme still shows its own content.'
}
