import { Button, Group, PasswordInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { PRESET_NAMES, type PresetName, presetOf } from '../../../src/core/federation/presets.ts'
import type { SourceAuthentication } from '../../../src/core/federation/source-settings.ts'
import { useAction } from '../action.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { createSource, sourcePlace } from './calls.ts'

const LABELS: Readonly<Record<PresetName, string>> = {
  openid: 'Another OpenID Connect provider',
  google: 'Google',
  entra: 'Microsoft Entra',
  apple: 'Apple',
  github: 'GitHub',
}

const AUTHENTICATIONS: readonly { readonly value: SourceAuthentication; readonly label: string }[] = [
  { value: 'secret', label: 'With a client secret' },
  { value: 'key', label: 'With a private key' },
  { value: 'none', label: 'Not at all (public client)' },
]

const NOTHING = { name: '', issuer: '', clientId: '', secret: '', keyId: '', teamId: '' }

const PRESETS = PRESET_NAMES.map(value => ({ value, label: LABELS[value] }))

/** Adds a source from a preset, or by its discovery URL. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation()
  const { busy, failure, run } = useAction()
  const [preset, setPreset] = useState<PresetName>('google')
  const [fields, setFields] = useState(NOTHING)
  const [chosen, setChosen] = useState<SourceAuthentication>('secret')
  const { issuer: fixed, signsSecret = false } = presetOf(preset)
  // Only providers that an administrator names support different ways.
  const authentication = fixed === null ? chosen : signsSecret ? 'key' : 'secret'
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: event.currentTarget.value }),
  })
  const create = async () => {
    const { name, issuer, clientId, secret, keyId, teamId } = fields
    const made = await createSource({
      preset,
      clientId: clientId.trim(),
      authentication,
      ...(authentication !== 'none' && { secret: secret.trim() }),
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(fixed === null && { issuer: issuer.trim() }),
      ...(authentication === 'key' && keyId.trim() !== '' && { keyId: keyId.trim() }),
      ...(signsSecret && { teamId: teamId.trim() }),
    })
    toast(`${made.name} was added.`)
    navigate(sourcePlace(made.id))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(create)
  }
  return (
    <Dialog onClose={onClose} title="Add identity source" busy={busy}>
      <form onSubmit={submit}>
        <Stack>
          <Select
            label="Kind"
            data={PRESETS}
            value={preset}
            onChange={value => value !== null && setPreset(value as PresetName)}
            allowDeselect={false}
            data-autofocus
          />
          <TextInput
            label="Name"
            description="People see it as “Continue with …”."
            placeholder={presetOf(preset).name}
            required={presetOf(preset).name === ''}
            maxLength={128}
            {...field('name')}
          />
          {fixed === null && (
            <TextInput
              label="Issuer or discovery address"
              placeholder={
                preset === 'entra'
                  ? 'https://login.microsoftonline.com/<tenant id>/v2.0'
                  : 'https://id.example.com'
              }
              required
              {...field('issuer')}
            />
          )}
          <TextInput label="Client ID" required {...field('clientId')} />
          {fixed === null && (
            <Select
              label="How Tabard authenticates to the source"
              data={AUTHENTICATIONS}
              value={chosen}
              onChange={value => value !== null && setChosen(value as SourceAuthentication)}
              allowDeselect={false}
            />
          )}
          {signsSecret && <TextInput label="Team ID" required {...field('teamId')} />}
          {authentication === 'key' && (
            <>
              <TextInput label="Key ID" required={signsSecret} {...field('keyId')} />
              <Textarea
                label="Private key"
                description={`${signsSecret ? 'The content of the .p8 file.' : 'An RSA, P-256 or Ed25519 key in PEM format.'} It is never shown again.`}
                minRows={3}
                autosize
                spellCheck={false}
                autoComplete="off"
                required
                {...field('secret')}
              />
            </>
          )}
          {authentication === 'secret' && (
            <PasswordInput
              label="Client secret"
              description="It is never shown again."
              autoComplete="off"
              spellCheck={false}
              required
              {...field('secret')}
            />
          )}
          <Problem failure={failure ?? undefined} title="The identity source was not added" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Add identity source
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
