import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Back } from '../parts/back.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { Detail } from '../shell/detail.tsx'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { Page } from '../shell/page.tsx'
import { deleteGroup, type GroupRecord, groupResource, groupsChanged, renameGroup } from './calls.ts'
import { Members } from './members.tsx'
import { NameDialog } from './name-dialog.tsx'

export default function Group({ id }: { readonly id: string }) {
  const { role } = useSession()
  if (role === 'administrator') return <Known id={id} />
  return (
    <ForAdministrators title="Groups are for administrators" why="Ask an administrator to change a group." />
  )
}

function Known({ id }: { readonly id: string }) {
  return (
    <Detail resource={useResource<GroupRecord>(groupResource(id))} kind="group">
      {group => <GroupScreen group={group} />}
    </Detail>
  )
}

function GroupScreen({ group }: { readonly group: GroupRecord }) {
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'rename' | 'delete'>()
  const { id, name, members } = group
  return (
    <Page
      title={name}
      above={<Back to="/groups" name="Groups" />}
      below={members === 1 ? 'One member' : `${members.toLocaleString('en-US')} members`}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Icon name="pencil" size={16} />}
            onClick={() => setDialog('rename')}
          >
            Rename group
          </Button>
          <Button
            variant="default"
            leftSection={<Icon name="trash" size={16} />}
            onClick={() => setDialog('delete')}
          >
            Delete group
          </Button>
        </>
      }
    >
      <Members group={group} />
      {dialog === 'rename' && (
        <NameDialog
          title={`Rename ${name}`}
          action="Rename group"
          name={name}
          onClose={() => setDialog(undefined)}
          onSubmit={async next => {
            await renameGroup(id, next)
            toast(`${name} is now ${next}.`)
          }}
        />
      )}
      {dialog === 'delete' && (
        <Confirm
          title={`Delete ${name}?`}
          action="Delete group"
          onClose={() => setDialog(undefined)}
          onConfirm={async () => {
            await deleteGroup(id)
            toast(`${name} was deleted.`)
            navigate('/groups')
            await groupsChanged(id)
          }}
        >
          Its members immediately lose the access that they have through it. Their accounts stay. This cannot
          be undone.
        </Confirm>
      )}
    </Page>
  )
}
