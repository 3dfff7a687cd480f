import { Button, FileButton, Group, Text } from '@mantine/core'
import { type DragEvent, useEffect, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import classes from './brand.module.css'
import type { LogoForm } from './use-logo.ts'

/** The logo as it is or would be; another one is dropped here, or chosen. */
export function LogoField({ form }: { readonly form: LogoForm }) {
  const { saved, chosen, problem, own, choose, takeMasters } = form
  const [over, setOver] = useState(false)
  const shown = useAddress((chosen ?? saved)?.svg ?? null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined) void choose(file)
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard. */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <div className={classes.logos}>
          {['light', 'dark'].map(scheme => (
            <div key={scheme} className={classes.logo} data-scheme={scheme}>
              {shown !== null && (
                <img src={shown} alt={`Logo on ${scheme === 'light' ? 'white' : 'black'}`} />
              )}
            </div>
          ))}
        </div>
        <Group gap="xs" mt="sm">
          <FileButton
            accept=".svg,.png,image/svg+xml,image/png"
            onChange={file => void (file !== null && choose(file))}
            inputProps={{ 'aria-label': 'Logo file' }}
          >
            {props => (
              <Button {...props} size="xs" variant="default" leftSection={<Icon name="upload" size={14} />}>
                Choose a logo
              </Button>
            )}
          </FileButton>
          {own && (
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name="undo" size={14} />}
              onClick={() => void takeMasters()}
            >
              Master’s logo
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed" mt={8}>
          SVG or PNG, up to 1 MB. Choose it or drop it here; it serves pages and mails.
        </Text>
      </div>
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={6}>
          {problem}
        </Text>
      )}
    </div>
  )
}

/** Where this page can show a logo. */
function useAddress(svg: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (svg === null) return
    const made = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(null)
    }
  }, [svg])
  return address
}
