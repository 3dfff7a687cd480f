import { Stack, Switch, Text, TextInput } from '@mantine/core'
import type { ApiError } from '../api.ts'
import { onField } from '../parts/on-field.tsx'
import { AddressList } from './address-list.tsx'
import type { ApplicationSettings } from './calls.ts'
import { RegistrationChoice } from './registration-choice.tsx'
import { SourceChoice } from './source-choice.tsx'
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
      <TextInput
        label="Description"
        description="Only people who use this console see it."
        value={settings.description}
        onChange={event => change({ description: event.currentTarget.value })}
        variant={readOnly ? 'filled' : 'default'}
        readOnly={readOnly}
        error={onField(failure, 'description').error}
        errorProps={{ role: 'alert' }}
        maxLength={128}
      />
      <ThemeSelect value={settings.themeId} onChange={themeId => change({ themeId })} readOnly={readOnly} />
      <RegistrationChoice
        value={settings.registration}
        onChange={registration => change({ registration })}
        error={onField(failure, 'registration').error}
        readOnly={readOnly}
      />
    </Stack>
  )
}

export function AddressFields({ settings, change, failure, readOnly }: FieldsProps) {
  return (
    <>
      <AddressList
        label="Redirect URIs"
        item="Redirect URI"
        hint="Where people return after they sign in. The application must use one of these exactly."
        values={settings.redirects}
        onChange={redirects => change({ redirects })}
        failure={failure}
        field="redirect URI"
        readOnly={readOnly}
      />
      <AddressList
        label="Logout redirect URIs"
        item="Logout redirect URI"
        hint="Where people may return after they sign out. Optional."
        values={settings.logoutRedirects}
        onChange={logoutRedirects => change({ logoutRedirects })}
        failure={failure}
        field="logout redirect URI"
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
          <b>Response mode form_post:</b> {settings.formPost ? 'allowed' : 'not allowed'}
        </Text>
        <Text size="sm">
          <b>Username and password:</b> {settings.directory ? 'offered' : 'not offered'}
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
        label="Allow the response mode form_post"
        description="Turn this on only if the application requests it."
        checked={settings.formPost}
        onChange={event => change({ formPost: event.currentTarget.checked })}
      />
      <Switch
        label="Offer username and password"
        description="If you turn this off, people sign in with identity sources only."
        checked={settings.directory}
        onChange={event => change({ directory: event.currentTarget.checked })}
      />
      <SourceChoice
        value={settings.sources}
        directory={settings.directory}
        onChange={sources => change({ sources })}
      />
    </Stack>
  )
}
