import { Button, FileButton, Group, Input } from '@mantine/core'
import { useState } from 'react'
import { CHOOSES_AGAIN } from '../mantine.ts'
import { base64Of } from '../parts/base64.ts'
import { Icon } from '../parts/icon.tsx'
import classes from './icon-field.module.css'

const TYPES = ['image/svg+xml', 'image/png', 'image/webp', 'image/jpeg', 'image/gif']
/** The maximum length of the data URL. */
const LONGEST = 16_384

interface IconFieldProps {
  /** A data URL; empty for the theme's icon for this kind of source. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The icon on the button of a source, shown on a light and on a dark page. */
export function IconField({ value, onChange }: IconFieldProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async (file: File | null) => {
    if (file === null) return
    const address = `data:${file.type};base64,${await base64Of(file)}`
    if (!TYPES.includes(file.type)) setProblem('Choose an SVG, PNG, WebP, JPEG or GIF file.')
    else if (address.length > LONGEST) setProblem('This file is too large. An icon has at most 12 KiB.')
    else {
      setProblem(null)
      onChange(address)
    }
  }
  return (
    <Input.Wrapper
      label="Icon"
      labelElement="div"
      description="On the button of the sign-in page. Without one, the theme’s icon for this kind of source is used."
      error={problem}
    >
      <Group mt={6} gap="xs">
        {value !== '' &&
          (['light', 'dark'] as const).map(scheme => (
            <span key={scheme} className={classes.shown} data-scheme={scheme}>
              <img src={value} alt={`Icon on a ${scheme} page`} />
            </span>
          ))}
        <FileButton
          accept={TYPES.join(',')}
          onChange={file => void choose(file)}
          inputProps={{ 'aria-label': 'Icon: file', ...CHOOSES_AGAIN }}
        >
          {given => (
            <Button {...given} variant="default" leftSection={<Icon name="upload" size={16} />}>
              Choose icon
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button variant="subtle" onClick={() => onChange('')}>
            Remove icon
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
