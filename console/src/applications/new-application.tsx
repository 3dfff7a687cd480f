import { Button, Group, Radio, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useAction } from '../action.ts'
import { Back } from '../parts/back.tsx'
import { isSame } from '../parts/merge.ts'
import { keepSecret } from '../parts/new-secrets.ts'
import { onField } from '../parts/on-field.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { useSession } from '../session.ts'
import { NotFound } from '../shell/not-found.tsx'
import { Page } from '../shell/page.tsx'
import { useUnsaved } from '../unsaved.ts'
import classes from './application.module.css'
import { applicationPlace, createApplication } from './calls.ts'
import { AddressFields, GeneralFields, SwitchFields } from './fields.tsx'
import { BLANK, tidied } from './settings.ts'
import { ThemePicture } from './theme-choice.tsx'

export default function NewApplication() {
  const { role } = useSession()
  if (role === 'administrator') return <NewApplicationForm />
  return (
    <NotFound
      title="Only administrators can create applications"
      why="You are signed in as a theme developer. Ask an administrator to create the application."
      to="/applications"
      action="Go to applications"
    />
  )
}

function NewApplicationForm() {
  const [, navigate] = useLocation()
  const [settings, setSettings] = useState(BLANK)
  const [kind, setKind] = useState('confidential')
  const { busy, failure, run } = useAction()
  const release = useUnsaved(!isSame(tidied(settings), BLANK))
  const fields = {
    settings,
    change: (some: Partial<typeof settings>) => setSettings({ ...settings, ...some }),
    failure,
    readOnly: false,
  }
  const create = async () => {
    const { description, ...rest } = tidied(settings)
    const created = await createApplication({
      ...rest,
      ...(description !== '' && { description }),
      public: kind === 'public',
    })
    release()
    keepSecret(created.id, created.clientSecret)
    toast(`${created.name} was created.`)
    navigate(applicationPlace(created.id, 'sign-in'))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(create)
  }
  return (
    <Page title="Create application" above={<Back to="/applications" name="Applications" />}>
      <form onSubmit={submit}>
        <div className={classes.columns}>
          <Stack gap="lg">
            <GeneralFields {...fields} />
            <AddressFields {...fields} />
            <SwitchFields {...fields} />
            <Radio.Group label="Kind" value={kind} onChange={setKind}>
              <Stack gap="xs" mt="xs">
                <Radio
                  value="confidential"
                  label="Runs on a server"
                  description="It keeps a client secret. Choose this unless the code runs on the user’s device."
                />
                <Radio
                  value="public"
                  label="Runs in a browser or on a phone"
                  description="It cannot keep a secret, so it uses only PKCE."
                />
              </Stack>
            </Radio.Group>
            <Problem failure={onField(failure, 'name').rest} title="The application was not created" />
            <Group>
              <Button type="submit" loading={busy}>
                Create application
              </Button>
              <Button variant="default" onClick={() => navigate('/applications')}>
                Cancel
              </Button>
            </Group>
          </Stack>
          <ThemePicture themeId={settings.themeId} />
        </div>
      </form>
    </Page>
  )
}
