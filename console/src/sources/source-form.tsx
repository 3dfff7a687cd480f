import { Button, Fieldset, Group, PasswordInput, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { presetOf } from '../../../src/core/federation/presets.ts'
import { useAction } from '../action.ts'
import { Back } from '../parts/back.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { Value } from '../parts/value.tsx'
import { Page } from '../shell/page.tsx'
import { useEdits } from '../use-edits.ts'
import {
  changeSource,
  deleteSource,
  type IdentitySource,
  sourcePlace,
  sourceResource,
  sourcesChanged,
} from './calls.ts'
import { editsOf, NAMES, type SourceEdits, shown, tidied } from './edits.ts'
import { IconField } from './icon-field.tsx'
import { Mapping } from './mapping.tsx'
import { SourceTest } from './source-test.tsx'

interface SourceFormProps {
  readonly source: IdentitySource
  readonly etag: string | null
}

/** The settings of an identity source. */
export function SourceForm({ source, etag }: SourceFormProps) {
  const [, navigate] = useLocation()
  const [deleting, setDeleting] = useState(false)
  const { busy, failure, run, clear } = useAction()
  const editing = useEdits({
    data: source,
    etag,
    path: sourceResource(source.id),
    formOf: editsOf,
    tidied,
    shown,
    names: NAMES,
    send: async (changed, tag) => await changeSource(source.id, changed, tag),
  })
  const { form: edits, change, dirty, release } = editing
  const save = async () => {
    await editing.save()
    // The address names a test of the settings before the change.
    if (location.search !== '') navigate(sourcePlace(source.id), { replace: true })
    toast('Changes are saved.')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (dirty) void run(save)
  }
  const discard = () => {
    editing.discard()
    clear()
  }
  return (
    <Page
      title={source.name}
      above={<Back to="/sources" name="Identity sources" />}
      below={source.issuer}
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="trash" size={16} />}
          onClick={() => setDeleting(true)}
        >
          Remove identity source
        </Button>
      }
    >
      <form onSubmit={submit}>
        <Stack maw={720}>
          <Registered source={source} />
          <Provider source={source} edits={edits} change={change} />
          <People edits={edits} change={change} />
          <Fieldset legend="What the account gets">
            <Mapping source={source} edits={edits} change={change} />
          </Fieldset>
          {/* A test result applies to the settings before the change. */}
          <SourceTest key={source.updatedAt} source={source} />
          <Problem failure={failure ?? undefined} title="The changes were not saved" />
          <Group>
            <Button type="submit" loading={busy} disabled={!dirty}>
              Save changes
            </Button>
            <Button variant="default" onClick={discard} disabled={busy || !dirty}>
              Discard changes
            </Button>
          </Group>
        </Stack>
      </form>
      {deleting && (
        <Confirm
          title={`Remove ${source.name}?`}
          action="Remove identity source"
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await deleteSource(source.id)
            release()
            toast(`${source.name} was removed.`)
            navigate('/sources')
            await sourcesChanged(source.id)
          }}
        >
          People can no longer sign in with it. All links with it are removed, and everybody who is linked
          with it is signed out. Accounts stay.
        </Confirm>
      )}
    </Page>
  )
}

interface FieldsProps {
  readonly edits: SourceEdits
  readonly change: (edits: Partial<SourceEdits>) => void
}

/** The URLs that must be registered at the source. */
function Registered({ source: { redirectUri, logoutUri } }: { readonly source: IdentitySource }) {
  return (
    <Fieldset legend="Register these addresses at the identity source">
      <Stack>
        <Value label="Redirect URI" value={redirectUri} />
        <Value label="Back-channel logout address" value={logoutUri} />
      </Stack>
    </Fieldset>
  )
}

function Provider({ source, edits, change }: FieldsProps & { readonly source: IdentitySource }) {
  const isKey = source.authentication === 'key'
  const typed = (name: 'name' | 'issuer' | 'clientId' | 'keyId' | 'teamId') => ({
    value: edits[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })
  const secret = {
    label: isKey ? 'New private key' : 'New client secret',
    description: source.hasSecret
      ? 'The current one is never shown. Leave this empty to keep it.'
      : isKey
        ? 'No key is stored yet.'
        : 'No secret is stored yet.',
    // Some browsers send what they check to their maker.
    spellCheck: false,
    autoComplete: 'off',
    value: edits.secret,
    onChange: (event: { currentTarget: { value: string } }) => change({ secret: event.currentTarget.value }),
  }
  return (
    <Fieldset legend="Source">
      <Stack>
        <Switch
          label="Enabled"
          checked={edits.enabled}
          onChange={event => change({ enabled: event.currentTarget.checked })}
        />
        <TextInput label="Name" required maxLength={128} {...typed('name')} />
        <Lines
          name="names"
          label="Name in other languages"
          hint="One per line, such as de=Partner."
          edits={edits}
          change={change}
        />
        <IconField value={edits.icon} onChange={icon => change({ icon })} />
        <TextInput label="Issuer" required {...typed('issuer')} />
        <TextInput label="Client ID" required {...typed('clientId')} />
        {presetOf(source.preset).signsSecret === true && (
          <TextInput label="Team ID" required {...typed('teamId')} />
        )}
        {isKey && <TextInput label="Key ID" {...typed('keyId')} />}
        {isKey && <Textarea autosize minRows={2} {...secret} />}
        {source.authentication === 'secret' && <PasswordInput {...secret} />}
        <Lines name="scopes" label="Scopes" hint="One per line." edits={edits} change={change} />
      </Stack>
    </Fieldset>
  )
}

function People({ edits, change }: FieldsProps) {
  const both = { edits, change }
  const toggle = (name: 'creates' | 'links' | 'signsOut', label: string, description: string) => (
    <Switch
      label={label}
      description={description}
      checked={edits[name]}
      onChange={event => change({ [name]: event.currentTarget.checked })}
    />
  )
  return (
    <Fieldset legend="People">
      <Stack>
        {toggle('creates', 'Create accounts at the first sign-in', 'People are asked for missing details.')}
        {toggle(
          'links',
          'Let people link their account',
          'They sign in to it once to prove that it is theirs.',
        )}
        {toggle(
          'signsOut',
          'Sign out at the identity source too',
          'People who sign out are also signed out at the source.',
        )}
        <Lines
          name="allowedDomains"
          label="Allowed domains"
          hint="Only people with a verified address in one of these domains may use the source. Leave it empty to allow everybody."
          {...both}
        />
        <Lines
          name="trustedDomains"
          label="Trusted domains"
          hint="A verified address in one of these domains is linked with the account that has the same verified address."
          {...both}
        />
        <Lines
          name="routedDomains"
          label="Routed domains"
          hint="People who enter an e-mail address in one of these domains are sent to the source."
          {...both}
        />
        <Lines
          name="factorAmr"
          label="Values of amr that count as a second factor"
          hint="One per line, for example mfa. The source sends this claim in its ID token."
          {...both}
        />
        <Lines
          name="factorAcr"
          label="Values of acr that count as a second factor"
          hint="One per line. The source sends this claim in its ID token."
          {...both}
        />
      </Stack>
    </Fieldset>
  )
}

type ListName =
  | 'names'
  | 'scopes'
  | 'allowedDomains'
  | 'trustedDomains'
  | 'routedDomains'
  | 'factorAmr'
  | 'factorAcr'

function Lines({
  name,
  label,
  hint,
  edits,
  change,
}: FieldsProps & { readonly name: ListName; readonly label: string; readonly hint: string }) {
  return (
    <Textarea
      label={label}
      description={hint}
      value={edits[name]}
      onChange={event => change({ [name]: event.currentTarget.value })}
      autosize
      minRows={1}
    />
  )
}
