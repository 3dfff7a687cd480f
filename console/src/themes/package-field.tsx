import { FileInput } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'

interface PackageFieldProps {
  readonly value: File | null
  readonly disabled: boolean
  readonly onChange: (file: File | null) => void
}

export function PackageField({ value, disabled, onChange }: PackageFieldProps) {
  return (
    <FileInput
      label="ZIP file"
      description="It must contain the folder templates, like the file that you get when you download a theme."
      placeholder="Choose a ZIP file"
      accept=".zip,application/zip"
      leftSection={<Icon name="upload" size={16} />}
      value={value}
      disabled={disabled}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': 'Remove file' }}
      required
    />
  )
}
