import { Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { type ApiError, onField } from '../api.ts'
import { AddressList } from './address-list.tsx'
import type { ApplicationSettings } from './calls.ts'
import { ThemeSelect } from './theme-choice.tsx'

export interface FieldsProps {
  readonly settings: ApplicationSettings
  readonly change: (settings: Partial<ApplicationSettings>) => void
  readonly failure: ApiError | null
  readonly readOnly: boolean
}

export function GeneralFields({ settings, change, failure, readOnly }: FieldsProps) {
  return (
    <Stack>
      <TextInput
        label="Name"
        description="People see it when they are asked for consent."
        value={settings.name}
        onChange={event => change({ name: event.currentTarget.value })}
        error={onField(failure, 'name').error}
        errorProps={{ role: 'alert' }}
        variant={readOnly ? 'filled' : 'default'}
        readOnly={readOnly}
        required
        maxLength={128}
      />
      <Textarea
        label="Description"
        description="For those who use this console."
        value={settings.description}
        onChange={event => change({ description: event.currentTarget.value })}
        variant={readOnly ? 'filled' : 'default'}
        readOnly={readOnly}
        autosize
        minRows={2}
        maxLength={1024}
      />
      <ThemeSelect value={settings.themeId} onChange={themeId => change({ themeId })} readOnly={readOnly} />
    </Stack>
  )
}

export function AddressFields({ settings, change, failure, readOnly }: FieldsProps) {
  return (
    <>
      <AddressList
        label="Redirect addresses"
        item="Redirect address"
        hint="Where people come back to after they sign in. The application has to use one of them exactly."
        values={settings.redirects}
        onChange={redirects => change({ redirects })}
        failure={failure}
        field="redirect"
        readOnly={readOnly}
      />
      <AddressList
        label="Sign-out addresses"
        item="Sign-out address"
        hint="Where people may be sent after they sign out. Optional."
        values={settings.logoutRedirects}
        onChange={logoutRedirects => change({ logoutRedirects })}
        failure={failure}
        field="logout redirect"
        readOnly={readOnly}
      />
    </>
  )
}

export function SwitchFields({ settings, change, readOnly }: FieldsProps) {
  if (readOnly) {
    return (
      <Stack gap="xs">
        <Text size="sm">
          <b>Second factor:</b> {settings.secondFactor ? 'required' : 'not required'}
        </Text>
        <Text size="sm">
          <b>Codes by e-mail:</b> {settings.factors.includes('mail') ? 'accepted' : 'not accepted'}
        </Text>
        <Text size="sm">
          <b>Consent:</b> {settings.consent ? 'asked for' : 'not asked for'}
        </Text>
        <Text size="sm">
          <b>Answers by form_post:</b> {settings.formPost ? 'allowed' : 'not allowed'}
        </Text>
      </Stack>
    )
  }
  return (
    <Stack gap="sm">
      <Switch
        label="Require a second factor"
        description="After their password, people confirm with a code from an authenticator app, or by e-mail if you accept that."
        checked={settings.secondFactor}
        onChange={event => change({ secondFactor: event.currentTarget.checked })}
      />
      <Switch
        label="Accept codes by e-mail"
        description="For people without an authenticator app. If you turn this off, they set up an app when they sign in."
        checked={settings.factors.includes('mail')}
        onChange={event => change({ factors: event.currentTarget.checked ? ['app', 'mail'] : ['app'] })}
        disabled={!settings.secondFactor}
        ml="xl"
      />
      <Switch
        label="Ask for consent"
        description="People agree once to what the application may see of their profile."
        checked={settings.consent}
        onChange={event => change({ consent: event.currentTarget.checked })}
      />
      <Switch
        label="Allow answers by form_post"
        description="Turn this on only if the application asks for the response mode form_post."
        checked={settings.formPost}
        onChange={event => change({ formPost: event.currentTarget.checked })}
      />
    </Stack>
  )
}
