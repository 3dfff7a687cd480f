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
import { useEdits } from '../use-edits.ts'
import {
  type ClientRecord,
  type ClientSettings,
  changeClient,
  clientResource,
  clientsChanged,
  deleteClient,
} from './calls.ts'
import classes from './client.module.css'
import { CommandsView } from './commands-view.tsx'
import { Credentials } from './credentials.tsx'
import { rightsOf } from './entitlements.ts'
import { ClientFields } from './fields.tsx'

const NAMES = {
  name: 'the name',
  themes: 'what the client may do with themes',
  limit: 'the limit to themes',
}

interface ClientFormProps {
  readonly client: ClientRecord
  readonly etag: string | null
}

export function ClientForm({ client, etag }: ClientFormProps) {
  const [, navigate] = useLocation()
  const [deleting, setDeleting] = useState(false)
  const { busy, failure, run, clear } = useAction()
  const { id, name, answersNoContent, lastUsed, misread } = client
  const edits = useEdits({
    data: client,
    etag,
    path: clientResource(id),
    formOf: settingsOf,
    tidied: (settings: ClientSettings) => settings,
    names: NAMES,
    send: async (changed, tag, { themes, access, flows, sources }) => {
      const rights = { themes, access, flows, sources }
      // These four make up the entitlements, which are sent together.
      const isChanged = Object.keys(rights).some(right => right in changed)
      return await changeClient(id, { ...changed, ...(isChanged && rights) }, tag)
    },
  })
  const { form: settings, change, dirty, release } = edits
  const save = async () => {
    await edits.save()
    toast('Changes are saved.')
  }
  const answerNoContent = async () => {
    await changeClient(id, { answersNoContent: true }, '*')
    toast('This client now gets status 204 when it replaces a theme.')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (dirty) void run(save)
  }
  const discard = () => {
    edits.discard()
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
          <ClientFields settings={settings} change={change} failure={failure} />
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
            await clientsChanged(id)
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

function settingsOf(client: ClientRecord): ClientSettings {
  const { name, answersNoContent, themes: limit } = client
  return { name, ...rightsOf(client), answersNoContent, limit }
}
