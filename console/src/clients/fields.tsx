import { Radio, Stack, Switch, TextInput } from '@mantine/core'
import { type ApiError, onField } from '../api.ts'
import type { ClientSettings, Entitlement } from './calls.ts'
import { ENTITLEMENTS } from './entitlements.ts'

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
        description="What uses it, so that you know it again: “Build server”, for instance."
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
        value={settings.entitlement}
        onChange={value => change({ entitlement: value as Entitlement })}
      >
        <Stack gap="xs" mt="xs">
          {ENTITLEMENTS.map(({ value, label, hint }) => (
            <Radio key={value} value={value} label={label} description={hint} />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label="Answer a replaced package with 204"
        description="Only for tools that report 201 Created as a failure, such as verifyctl."
        checked={settings.answersNoContent}
        onChange={event => change({ answersNoContent: event.currentTarget.checked })}
      />
    </Stack>
  )
}
