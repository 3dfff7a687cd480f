import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useAction } from '../action.ts'
import { Dialog } from '../parts/dialog.tsx'
import { keepSecret } from '../parts/new-secrets.ts'
import { onField } from '../parts/on-field.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { type ClientSettings, clientPlace, createClient } from './calls.ts'
import { ClientFields } from './fields.tsx'

const BLANK: ClientSettings = {
  name: '',
  themes: 'manageTemplates',
  access: false,
  flows: false,
  sources: false,
  answersNoContent: false,
  limit: null,
}

export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation()
  const [settings, setSettings] = useState(BLANK)
  const { busy, failure, run } = useAction()
  const create = async () => {
    const { clientId, clientSecret } = await createClient(settings)
    keepSecret(clientId, clientSecret)
    toast(`${settings.name.trim()} was created.`)
    navigate(clientPlace(clientId))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(create)
  }
  return (
    <Dialog onClose={onClose} title="Create API client" busy={busy}>
      <form onSubmit={submit}>
        <Stack>
          <ClientFields
            settings={settings}
            change={some => setSettings({ ...settings, ...some })}
            failure={failure}
            focused
          />
          <Problem failure={onField(failure, 'name').rest} title="The API client was not created" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Create API client
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
