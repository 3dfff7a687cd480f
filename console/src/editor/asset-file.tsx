import { ActionIcon, Button, FileButton, Paper, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { Confirm } from '../parts/confirm.tsx'
import { download } from '../parts/download.ts'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { sizeName } from '../parts/size.ts'
import { toast } from '../parts/toast.tsx'
import { isImage, useContent } from '../theme/content.ts'
import type { ListedFile } from '../theme/file-tree.ts'
import { fileAddress, listedTag, replaceFile, revertFile, themesChanged } from '../themes/calls.ts'
import classes from './asset-file.module.css'
import { FileAction, FileBar } from './file-bar.tsx'
import { MasterNote } from './master-note.tsx'
import { uploaded, useCheckedSaving } from './use-checked-saving.tsx'

interface AssetFileProps {
  readonly themeId: string
  readonly path: string
  /** Undefined if the theme no longer has the file. */
  readonly file: ListedFile | undefined
  readonly onClose: () => void
}

/** An image, a font or another binary file, which can be viewed and replaced as a whole. */
export function AssetFile({ themeId, path, file, onClose }: AssetFileProps) {
  const address = fileAddress(themeId, path)
  const { content, failure } = useContent(address, path, file?.digest ?? '')
  const [reverting, setReverting] = useState(false)
  const [over, setOver] = useState(false)
  const replacing = useCheckedSaving(themeId)
  const added = file?.state === 'added'
  const replace = (chosen: File | null | undefined) => {
    if (chosen === null || chosen === undefined || content === null || replacing.busy) return
    void replacing.save(nameOf(path), uploaded(path, chosen), async () => {
      await replaceFile(themeId, path, chosen, content.etag)
      toast('The file was replaced and saved. You can undo this in the history of the theme.')
    })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    replace(event.dataTransfer.files[0])
  }
  const reload = async () => {
    await themesChanged()
    replacing.clear()
  }
  return (
    <>
      <FileBar
        path={path}
        file={file}
        onClose={onClose}
        actions={
          <>
            <ActionIcon
              component="a"
              variant="default"
              size={30}
              aria-label="Download"
              title="Download"
              href={address}
              download={nameOf(path)}
              onClick={download}
            >
              <Icon name="download" size={15} />
            </ActionIcon>
            {file !== undefined && file.state !== 'master' && (
              <FileAction
                name={added ? 'Remove…' : 'Revert to master…'}
                icon={added ? 'trash' : 'undo'}
                onClick={() => setReverting(true)}
              />
            )}
            <FileButton onChange={replace}>
              {props => (
                <Button
                  {...props}
                  size="xs"
                  loading={replacing.busy}
                  disabled={content === null}
                  leftSection={<Icon name="upload" size={14} />}
                >
                  Replace…
                </Button>
              )}
            </FileButton>
          </>
        }
      >
        <MasterNote file={file} act="Replacing" />
        <Problem
          failure={replacing.failure}
          title="The file was not replaced"
          {...(replacing.failure?.status === 412 && { retry: reload, retryName: 'Load the file again' })}
        />
        <Problem failure={failure} />
      </FileBar>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button above does the same for the keyboard. */}
      <div
        className={classes.place}
        data-over={over || undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {content === null && failure === null && <Placeholder h={240} label="Loading the file" />}
        {content?.image != null && <Picture address={content.image} path={path} size={content.size} />}
        {content !== null && content.image === null && (
          <Text c="dimmed">
            This kind of file cannot be shown here ({sizeName(content.size)}). Download it to look at it.
          </Text>
        )}
        <Text size="sm" c="dimmed" mt="md">
          Drop {isImage(path) ? 'another image' : 'another file'} here to replace it. It is saved at once,
          unless it has errors.
        </Text>
      </div>
      {replacing.question}
      {reverting && (
        <Confirm
          title={added ? 'Remove this file?' : 'Revert this file to the master?'}
          action={added ? 'Remove file' : 'Revert file'}
          onClose={() => setReverting(false)}
          onConfirm={async () => {
            await revertFile(themeId, path, content?.etag ?? listedTag(file))
            toast(added ? 'The file was removed.' : 'The file was reverted.')
            if (added) onClose()
          }}
        >
          {added ? 'The master has no such file. ' : 'Its content becomes the master’s. '}
          The current content stays in the history. You can restore it from there.
        </Confirm>
      )}
    </>
  )
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

interface PictureProps {
  readonly address: string
  readonly path: string
  readonly size: number
}

/** An image on a light and on a dark background, with its dimensions. */
export function Picture({ address, path, size }: PictureProps) {
  const [measures, setMeasures] = useState('')
  return (
    <figure className={classes.figure}>
      <div className={classes.grounds}>
        {(['light', 'dark'] as const).map(ground => (
          <Paper withBorder key={ground} className={classes.ground} data-ground={ground}>
            <img
              src={address}
              alt={`${path} on ${ground}`}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setMeasures(`${naturalWidth} × ${naturalHeight} pixels`)
              }
            />
          </Paper>
        ))}
      </div>
      <figcaption>
        <Text size="sm" c="dimmed">
          {[measures, sizeName(size)].filter(part => part !== '').join(' · ')}
        </Text>
      </figcaption>
    </figure>
  )
}
