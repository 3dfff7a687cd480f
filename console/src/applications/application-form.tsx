import { Alert, Badge, Button, Stack, Tabs } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { AccessTab } from '../access/access-tab.tsx'
import { useAction } from '../action.ts'
import { Back } from '../parts/back.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { useQuery } from '../parts/query.ts'
import { SaveBar } from '../parts/save-bar.tsx'
import { TabList } from '../parts/tab-list.tsx'
import { toast } from '../parts/toast.tsx'
import { Page } from '../shell/page.tsx'
import { useEdits } from '../use-edits.ts'
import classes from './application.module.css'
import {
  type ApplicationRecord,
  applicationPlace,
  applicationResource,
  applicationsChanged,
  changeApplication,
  deleteApplication,
} from './calls.ts'
import { Connection } from './connection.tsx'
import { AddressFields, GeneralFields, SwitchFields } from './fields.tsx'
import { NAMES, settingsOf, tidied, useless } from './settings.ts'
import { ThemePicture } from './theme-choice.tsx'

interface ApplicationFormProps {
  readonly application: ApplicationRecord
  readonly etag: string | null
  readonly readOnly: boolean
}

export function ApplicationForm({ application, etag, readOnly }: ApplicationFormProps) {
  const [, navigate] = useLocation()
  const asked = useQuery().get('tab')
  // Only administrators may see who has access.
  const tabs = readOnly ? ['general', 'sign-in'] : ['general', 'sign-in', 'access']
  const tab = tabs.find(one => one === asked) ?? 'general'
  const [deleting, setDeleting] = useState(false)
  const { busy, failure, run, clear } = useAction()
  const edits = useEdits({
    data: application,
    etag,
    path: applicationResource(application.id),
    formOf: settingsOf,
    tidied,
    names: NAMES,
    useless,
    send: async (changed, tag) => await changeApplication(application.id, changed, tag),
  })
  const { form: settings, change, dirty, release } = edits
  const fields = { settings, change, failure, readOnly }
  const save = async () => {
    await edits.save()
    toast('Changes are saved.')
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
      title={application.name}
      above={<Back to="/applications" name="Applications" />}
      beside={application.public && <Badge color="gray">Public</Badge>}
      below={application.description ?? undefined}
      actions={
        !readOnly && (
          <Button
            variant="default"
            leftSection={<Icon name="trash" size={16} />}
            onClick={() => setDeleting(true)}
          >
            Delete application
          </Button>
        )
      }
    >
      {readOnly && (
        <Alert color="azure" icon={<Icon name="info" />}>
          You can view this application. Only an administrator can change it.
        </Alert>
      )}
      <Tabs
        value={tab}
        onChange={value =>
          value !== null && navigate(applicationPlace(application.id, value), { replace: true })
        }
      >
        <TabList mb="lg" current={tab}>
          <Tabs.Tab value="general">General</Tabs.Tab>
          <Tabs.Tab value="sign-in">Sign-in</Tabs.Tab>
          {!readOnly && <Tabs.Tab value="access">Access</Tabs.Tab>}
        </TabList>
        {!readOnly && (
          <Tabs.Panel value="access">
            {tab === 'access' && <AccessTab application={application} />}
          </Tabs.Panel>
        )}
        <form onSubmit={submit} noValidate>
          <Tabs.Panel value="general">
            <div className={classes.columns}>
              <GeneralFields {...fields} />
              {tab === 'general' && <ThemePicture themeId={settings.themeId} />}
            </div>
          </Tabs.Panel>
          <Tabs.Panel value="sign-in">
            <div className={classes.columns}>
              <Stack gap="lg">
                <AddressFields {...fields} />
                <SwitchFields {...fields} />
              </Stack>
              <Connection application={application} readOnly={readOnly} />
            </div>
          </Tabs.Panel>
          <SaveBar dirty={dirty} busy={busy} failure={failure} onDiscard={discard} />
        </form>
      </Tabs>
      {deleting && (
        <Confirm
          title={`Delete ${application.name}?`}
          action="Delete application"
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await deleteApplication(application.id)
            release()
            toast(`${application.name} was deleted.`)
            navigate('/applications')
            await applicationsChanged(application.id)
          }}
        >
          People can no longer sign in to it. Its client ID and secret stop working at once, and this cannot
          be undone.
        </Confirm>
      )}
    </Page>
  )
}
