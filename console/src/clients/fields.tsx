import { Radio, Stack, Switch, TextInput } from '@mantine/core'
import type { ClientSettings, Entitlement } from './calls.ts'
import { ENTITLEMENTS } from './entitlements.ts'

interface ClientFieldsProps {
  readonly settings: ClientSettings
  readonly change: (settings: Partial<ClientSettings>) => void
  readonly focused?: boolean
}

export function ClientFields({ settings, change, focused }: ClientFieldsProps) {
  return (
    <Stack>
      <TextInput
        label="Name"
        description="What uses it, so that you know it again: “Build server”, for instance."
        value={settings.name}
        onChange={event => change({ name: event.currentTarget.value })}
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
        description="For tools that take only 204 No Content for a success. Others get 201 Created."
        checked={settings.answersNoContent}
        onChange={event => change({ answersNoContent: event.currentTarget.checked })}
      />
    </Stack>
  )
}
