import { Radio, Stack, Switch, TextInput } from '@mantine/core'
import type { ApiError } from '../api.ts'
import { onField } from '../parts/on-field.tsx'
import type { ClientSettings, ThemeRight } from './calls.ts'
import { THEME_RIGHTS } from './entitlements.ts'
import { ThemeLimit } from './theme-limit.tsx'

interface ClientFieldsProps {
  readonly settings: ClientSettings
  readonly change: (settings: Partial<ClientSettings>) => void
  readonly failure: ApiError | null
  readonly focused?: boolean
}

export function ClientFields({ settings, change, failure, focused }: ClientFieldsProps) {
  return (
    <Stack>
      <TextInput
        label="Name"
        description="Name the program that uses it, for example “Build server”."
        value={settings.name}
        onChange={event => change({ name: event.currentTarget.value })}
        error={onField(failure, 'name').error}
        errorProps={{ role: 'alert' }}
        required
        maxLength={128}
        data-autofocus={focused || undefined}
      />
      <Radio.Group
        label="What it may do"
        value={settings.themes}
        onChange={value => change({ themes: value as ThemeRight })}
      >
        <Stack gap="xs" mt="xs">
          {THEME_RIGHTS.map(({ value, label, hint }) => (
            <Radio key={value} value={value} label={label} description={hint} />
          ))}
        </Stack>
      </Radio.Group>
      {settings.themes !== 'none' && (
        <ThemeLimit limit={settings.limit} change={limit => change({ limit })} />
      )}
      <Switch
        label="Manage access to applications"
        description="Decides who may use them, and manages groups."
        checked={settings.access}
        onChange={event => change({ access: event.currentTarget.checked })}
      />
      <Switch
        label="Manage user flows"
        description="Designs registration and user forms, and attributes of people."
        checked={settings.flows}
        onChange={event => change({ flows: event.currentTarget.checked })}
      />
      <Switch
        label="Manage identity sources"
        description="Adds and changes them, and links accounts with them."
        checked={settings.sources}
        onChange={event => change({ sources: event.currentTarget.checked })}
      />
      <Switch
        label="Answer with status 204 when a theme is replaced"
        description="Only for tools that report 201 Created as a failure, such as verifyctl."
        checked={settings.answersNoContent}
        onChange={event => change({ answersNoContent: event.currentTarget.checked })}
      />
    </Stack>
  )
}
