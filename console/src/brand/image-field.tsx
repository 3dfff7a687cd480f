import { ActionIcon, Button, FileButton, Group, Text, Tooltip } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { CHOOSES_AGAIN } from '../mantine.ts'
import { Icon } from '../parts/icon.tsx'
import classes from './brand.module.css'
import type { ImageForm } from './use-image.ts'

interface ImageFieldProps {
  readonly form: ImageForm
  /** The image shown if the theme has none of its own and none is chosen. */
  readonly otherwise?: string | null
  readonly label: string
  /** The alternative text of the image. */
  readonly alt: string
  readonly action: string
  readonly undo: string
  readonly accept: string
  readonly scheme?: 'light' | 'dark'
  readonly small?: boolean
}

/** Shows an image as it is or would be. Another one can be dropped here, or chosen. */
export function ImageField(props: ImageFieldProps) {
  const { form, otherwise = null, label, alt, action, undo, accept, scheme = 'light', small } = props
  const [over, setOver] = useState(false)
  const shown = form.address ?? otherwise
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined) void form.choose(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard.
    <div
      className={classes.drop}
      data-over={over || undefined}
      data-small={small || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <div className={classes.image} data-scheme={scheme}>
        {shown !== null && <img src={shown} alt={alt} />}
      </div>
      <Group gap={6} wrap="nowrap">
        <FileButton
          accept={accept}
          onChange={file => void (file !== null && form.choose(file))}
          inputProps={{ 'aria-label': `${label}: file`, ...CHOOSES_AGAIN }}
        >
          {given => (
            <Button
              {...given}
              size="xs"
              px={8}
              variant="default"
              aria-label={action}
              leftSection={<Icon name="upload" size={14} />}
            >
              Choose
            </Button>
          )}
        </FileButton>
        {form.own && (
          <Tooltip label={undo}>
            <ActionIcon variant="default" size={30} aria-label={undo} onClick={() => void form.remove()}>
              <Icon name="undo" size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      {form.problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {form.problem}
        </Text>
      )}
    </div>
  )
}
