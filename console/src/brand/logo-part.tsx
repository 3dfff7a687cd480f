import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './brand.module.css'
import { isHardToSee } from './image-contrast.ts'
import { ImageField } from './image-field.tsx'
import type { ImageForm } from './use-image.ts'

const ACCEPT = '.svg,.png,image/svg+xml,image/png'

interface LogoPartProps {
  readonly logo: ImageForm
  readonly dark: ImageForm
  /** Whether the style sheet puts a plate behind the logo in dark mode. */
  readonly plate: boolean
}

/** The logo for light and for dark mode. Without a logo for dark mode, one logo serves both. */
export function LogoPart({ logo, dark, plate }: LogoPartProps) {
  const hard = useHardToSee(dark.address ?? logo.address) && !plate
  return (
    <div>
      <div className={classes.logos}>
        <ImageField
          form={logo}
          label="Light mode"
          alt="Logo in light mode"
          action="Choose a logo"
          undo="Use the master’s logo"
          accept={ACCEPT}
        />
        <ImageField
          form={dark}
          otherwise={logo.address}
          label="Dark mode"
          alt="Logo in dark mode"
          action="Choose a logo for dark mode"
          undo="Use the same logo in dark mode"
          accept={ACCEPT}
          scheme="dark"
        />
      </div>
      <Text size="xs" c="dimmed" mt={8}>
        SVG or PNG, up to 500 KB. Choose a file or drop it here. Pages and mails show it.
      </Text>
      <Text size="sm" role="status" mt={hard ? 6 : 0} c="var(--mantine-color-yellow-light-color)">
        {hard && 'This logo is hard to see on dark pages and mails. Choose a lighter one for dark mode.'}
      </Text>
    </div>
  )
}

function useHardToSee(address: string | null): boolean {
  const [hard, setHard] = useState(false)
  useEffect(() => {
    if (address === null) return setHard(false)
    let gone = false
    isHardToSee(address).then(
      found => gone || setHard(found),
      // The component that shows the image reports that it cannot be loaded.
      () => gone || setHard(false),
    )
    return () => {
      gone = true
    }
  }, [address])
  return hard
}
