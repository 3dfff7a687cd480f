import { Button, FileButton, Group, Paper, Stack, Text } from '@mantine/core'
import { Fragment, lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { uploaded, useCheckedSaving } from '../editor/use-checked-saving.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Copy } from '../parts/copy.tsx'
import { download } from '../parts/download.ts'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'
import { Loadable } from '../parts/loadable.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { sizeName } from '../parts/size.ts'
import { toast } from '../parts/toast.tsx'
import {
  editorPlace,
  fileAddress,
  listedTag,
  replaceFile,
  revertFile,
  themesChanged,
} from '../themes/calls.ts'
import { type Content, useContent } from './content.ts'
import type { ListedFile } from './file-tree.ts'
import { StateDot } from './file-tree-view.tsx'
import classes from './files.module.css'
import { OutdatedBase } from './outdated-base.tsx'
import type { ThemeDetail } from './theme.tsx'

// Loaded on demand, because it is part of the editor, which is large.
const Highlighted = lazy(() => import('../editor/highlighted.tsx'))

interface FilePaneProps {
  readonly theme: ThemeDetail
  readonly file: ListedFile | undefined
  readonly wanted: string
}

/** Shows the chosen file, read-only. */
export function FilePane({ theme, file, wanted }: FilePaneProps) {
  if (file !== undefined) return <Chosen theme={theme} file={file} />
  return (
    <Empty title="There is no such file">
      {wanted} is no longer in this theme. Choose another one from the list.
    </Empty>
  )
}

function Chosen({ theme, file }: { readonly theme: ThemeDetail; readonly file: ListedFile }) {
  const address = fileAddress(theme.id, file.path)
  const [reverting, setReverting] = useState(false)
  const { content, failure } = useContent(address, file.path, file.digest)
  const replacing = useCheckedSaving(theme.id)
  const name = file.path.slice(file.path.lastIndexOf('/') + 1)
  const replace = (chosen: File | null) => {
    if (chosen === null) return
    void replacing.save(name, uploaded(file.path, chosen), async () => {
      await replaceFile(theme.id, file.path, chosen, content?.etag ?? null)
      toast('The file was replaced.')
    })
  }
  const reload = async () => {
    await themesChanged()
    replacing.clear()
  }
  return (
    <Paper withBorder className={classes.pane} component="section" aria-label={file.path}>
      <Stack gap="xs" className={classes.bar}>
        <Group gap="xs" wrap="nowrap">
          <span className={classes.path}>
            {file.path.split('/').map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path do not move.
              <Fragment key={index}>
                {index > 0 && '/'}
                <wbr />
                {part}
              </Fragment>
            ))}
          </span>
          <Copy value={file.path} what="path" />
          <StateDot state={file.state} />
        </Group>
        <Group gap="xs">
          {content !== null && content.text !== null && (
            <Button
              component={Link}
              href={editorPlace(theme.id, file.path)}
              size="xs"
              leftSection={<Icon name="pencil" size={14} />}
            >
              Edit
            </Button>
          )}
          <FileButton onChange={replace}>
            {props => (
              <Button
                {...props}
                size="xs"
                variant="default"
                loading={replacing.busy}
                disabled={content === null}
                leftSection={<Icon name="upload" size={14} />}
              >
                Replace…
              </Button>
            )}
          </FileButton>
          <Button
            component="a"
            href={address}
            download={name}
            onClick={download}
            size="xs"
            variant="default"
            leftSection={<Icon name="download" size={14} />}
          >
            Download
          </Button>
          {file.state !== 'master' && (
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name="undo" size={14} />}
              onClick={() => setReverting(true)}
            >
              {file.state === 'added' ? 'Remove…' : 'Revert to master…'}
            </Button>
          )}
          <Text size="xs" c="dimmed">
            {sizeName(file.size)}
          </Text>
        </Group>
        <Problem
          failure={replacing.failure}
          title="The file was not replaced"
          {...(replacing.failure?.status === 412 && { retry: reload, retryName: 'Load the file again' })}
        />
      </Stack>
      <OutdatedBase theme={theme} file={file} />
      <Problem failure={failure} />
      {content === null && failure === null && <Placeholder h={320} radius={0} label="Loading the file" />}
      {content !== null && <Shown content={content} path={file.path} />}
      {replacing.question}
      {reverting && (
        <Revert
          theme={theme}
          file={file}
          etag={content?.etag ?? listedTag(file)}
          onClose={() => setReverting(false)}
        />
      )}
    </Paper>
  )
}

function Shown({ content, path }: { readonly content: Content; readonly path: string }) {
  const plain = <pre>{content.text}</pre>
  return (
    <>
      {content.image !== null && (
        <div className={classes.image}>
          <img src={content.image} alt={`Content of ${path}`} />
        </div>
      )}
      {content.text !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
        <section className={classes.text} tabIndex={0} aria-label={`Content of ${path}`}>
          <Loadable instead={plain}>
            <Suspense fallback={plain}>
              <Highlighted path={path} text={content.text} />
            </Suspense>
          </Loadable>
        </section>
      )}
      {content.text === null && content.image === null && (
        <Text p="lg" c="dimmed">
          This kind of file cannot be shown here. Download it to look at it.
        </Text>
      )}
    </>
  )
}

interface RevertProps {
  readonly theme: ThemeDetail
  readonly file: ListedFile
  readonly etag: string
  readonly onClose: () => void
}

function Revert({ theme, file, etag, onClose }: RevertProps) {
  const added = file.state === 'added'
  return (
    <Confirm
      title={added ? 'Remove this file?' : 'Revert this file to the master?'}
      action={added ? 'Remove file' : 'Revert file'}
      onClose={onClose}
      onConfirm={async () => {
        await revertFile(theme.id, file.path, etag)
        toast(added ? 'The file was removed.' : 'The file was reverted.')
      }}
    >
      {added ? 'The master has no such file. ' : 'Its content becomes the master’s. '}
      The current content stays in the history. You can restore it from there.
    </Confirm>
  )
}
