import { Alert, Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useAction } from '../action.ts'
import { Ago } from '../parts/ago.tsx'
import { Back } from '../parts/back.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { onField } from '../parts/on-field.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { toast } from '../parts/toast.tsx'
import { Page } from '../shell/page.tsx'
import { unsent, useUnsaved } from '../unsaved.ts'
import {
  type ClientRecord,
  type ClientSettings,
  changeClient,
  clientsChanged,
  deleteClient,
} from './calls.ts'
import classes from './client.module.css'
import { CommandsView } from './commands-view.tsx'
import { Credentials } from './credentials.tsx'
import { rightsOf } from './entitlements.ts'
import { ClientFields } from './fields.tsx'

export function ClientForm({ client }: { readonly client: ClientRecord }) {
  const [, navigate] = useLocation()
  const [edits, setEdits] = useState<Partial<ClientSettings>>({})
  const [deleting, setDeleting] = useState(false)
  const { busy, failure, run, clear } = useAction()
  const { id, name, answersNoContent, lastUsed, misread, themes: limit } = client
  const saved: ClientSettings = { name, ...rightsOf(client), answersNoContent, limit }
  const settings = { ...saved, ...edits }
  const dirty = (Object.keys(saved) as (keyof ClientSettings)[]).some(
    key => JSON.stringify(settings[key]) !== JSON.stringify(saved[key]),
  )
  const release = useUnsaved(dirty)
  const save = async () => {
    const { themes, access, flows, sources } = settings
    // These four make up the entitlements, which are sent together.
    const isChanged = 'themes' in edits || 'access' in edits || 'flows' in edits || 'sources' in edits
    const rights = isChanged ? { themes, access, flows, sources } : {}
    await changeClient(id, { ...edits, ...rights })
    setEdits(now => unsent(now, edits))
    toast('Changes are saved.')
  }
  const answerNoContent = async () => {
    await changeClient(id, { answersNoContent: true })
    toast('This client now gets status 204 when it replaces a theme.')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (dirty) void run(save)
  }
  const discard = () => {
    setEdits({})
    clear()
  }
  return (
    <Page
      title={name}
      above={<Back to="/clients" name="API clients" />}
      below={
        lastUsed === null ? (
          'Never used'
        ) : (
          <>
            Last used <Ago at={lastUsed} />
          </>
        )
      }
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="trash" size={16} />}
          onClick={() => setDeleting(true)}
        >
          Delete API client
        </Button>
      }
    >
      {misread !== null && !answersNoContent && (
        <Alert color="yellow" icon={<Icon name="warning" />} title="Its tool reports a failure" mb="lg">
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              It replaced a theme <Ago at={misread} />, which succeeded. But tools such as verifyctl report a
              failure when the answer is 201 Created; they expect 204 No Content.
            </Text>
            <Button size="xs" loading={busy} onClick={() => void run(answerNoContent)}>
              Answer with 204
            </Button>
          </Stack>
        </Alert>
      )}
      <div className={classes.columns}>
        <form onSubmit={submit}>
          <ClientFields
            settings={settings}
            change={some => setEdits(now => ({ ...now, ...some }))}
            failure={failure}
          />
          <SaveBar
            dirty={dirty}
            busy={busy}
            failure={failure}
            shown={onField(failure, 'name').rest}
            onDiscard={discard}
          />
        </form>
        <Credentials client={client} />
      </div>
      <CommandsView client={client} />
      {deleting && (
        <Confirm
          title={`Delete ${name}?`}
          action="Delete API client"
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await deleteClient(id)
            release()
            toast(`${name} was deleted.`)
            navigate('/clients')
            await clientsChanged()
          }}
        >
          {lastUsed === null ? (
            'It was never used.'
          ) : (
            <>
              It was last used <Ago at={lastUsed} />.
            </>
          )}{' '}
          Its secret and all of its tokens stop working at once, and this cannot be undone.
        </Confirm>
      )}
    </Page>
  )
}
