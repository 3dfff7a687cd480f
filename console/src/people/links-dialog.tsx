import { Button, Divider, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type Dispatch, type FormEvent, type SetStateAction, useState } from 'react'
import { useAction } from '../action.ts'
import { Ago } from '../parts/ago.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import rows from '../parts/rows.module.css'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { type IdentitySource, type IdentitySourceList, SOURCES } from '../sources/calls.ts'
import {
  type AccountLink,
  type AccountLinks,
  addLink,
  linksResource,
  type Person,
  removeLink,
} from './calls.ts'

const ORIGINS: Readonly<Record<AccountLink['origin'], string>> = {
  proved: 'Linked by the person',
  given: 'Linked by an administrator',
  trusted: 'Linked because of a trusted domain',
  created: 'Created with the account',
}

interface LinksDialogProps {
  readonly person: Person
  readonly onClose: () => void
}

/** The accounts at identity sources with which somebody signs in. */
export function LinksDialog({ person, onClose }: LinksDialogProps) {
  const links = useResource<AccountLinks>(linksResource(person.id))
  const sources = useResource<IdentitySourceList>(SOURCES)
  const [subject, setSubject] = useState('')
  const reload = async () => void (await Promise.all([links.reload(), sources.reload()]))
  return (
    <Dialog
      onClose={onClose}
      title={`Linked accounts of ${person.userName}`}
      size="lg"
      // A chosen source without an ID is no input yet.
      disposable={subject.trim() === ''}
    >
      <Stack>
        <Problem failure={links.failure ?? sources.failure} retry={reload} />
        {links.data === undefined && links.failure === undefined && (
          <Placeholder h={80} label="Loading linked accounts" />
        )}
        {links.data?.links.length === 0 && (
          <Text size="sm" c="dimmed">
            No account at an identity source is linked.
          </Text>
        )}
        {links.data?.links.map(link => (
          <Linked key={`${link.source} ${link.subject}`} person={person} link={link} />
        ))}
        {sources.data !== undefined && (
          <AddLink person={person} sources={sources.data.sources} subject={subject} onSubject={setSubject} />
        )}
      </Stack>
    </Dialog>
  )
}

interface LinkedProps {
  readonly person: Person
  readonly link: AccountLink
}

/** A link. Removing it takes a second click, because it ends everything that the account has open, such as sessions. */
function Linked({ person, link }: LinkedProps) {
  const [sure, setSure] = useState(false)
  const { busy, failure, run } = useAction()
  const { sourceName, subject, email, origin, createdAt, usedAt } = link
  const remove = async () => {
    await removeLink(person.id, link)
    toast(`The link with ${sourceName} was removed.`)
  }
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text fw={600}>{sourceName}</Text>
          <Text size="sm" className={rows.id}>
            {email === null ? subject : `${email} (${subject})`}
          </Text>
          <Text size="sm" c="dimmed">
            {ORIGINS[origin]} <Ago at={createdAt} />,{' '}
            {usedAt === null ? (
              'never used'
            ) : (
              <>
                last used <Ago at={usedAt} />
              </>
            )}
          </Text>
        </div>
        {!sure && (
          <Button
            variant="default"
            size="xs"
            flex="none"
            aria-label={`Remove the link with ${sourceName}`}
            onClick={() => setSure(true)}
          >
            Remove
          </Button>
        )}
      </Group>
      {sure && (
        <Group gap="xs" role="group" aria-label={`Remove the link with ${sourceName}`}>
          <Text size="sm">{person.userName} is signed out everywhere.</Text>
          <Button color="red.9" size="xs" loading={busy} onClick={() => void run(remove)}>
            Remove link
          </Button>
          <Button variant="default" size="xs" disabled={busy} onClick={() => setSure(false)}>
            Keep
          </Button>
        </Group>
      )}
      <Problem failure={failure} title="The link was not removed" />
    </Stack>
  )
}

interface AddLinkProps {
  readonly person: Person
  readonly sources: readonly IdentitySource[]
  /** The ID that was typed. */
  readonly subject: string
  readonly onSubject: Dispatch<SetStateAction<string>>
}

function AddLink({ person, sources, subject, onSubject }: AddLinkProps) {
  const [source, setSource] = useState(sources[0]?.id ?? '')
  const { busy, failure, run } = useAction()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const name = sources.find(({ id }) => id === source)?.name ?? source
    const add = async () => {
      await addLink(person.id, { source, subject: subject.trim() })
      toast(`${person.userName} was linked with ${name}.`)
    }
    // Typing may have continued.
    if (await run(add)) onSubject(now => (now === subject ? '' : now))
  }
  if (sources.length === 0)
    return (
      <Text size="sm" c="dimmed">
        There are no identity sources yet.
      </Text>
    )
  return (
    <form onSubmit={event => void submit(event)}>
      <Stack>
        <Divider />
        <NativeSelect
          label="Identity source"
          data={sources.map(({ id, name }) => ({ value: id, label: name }))}
          value={source}
          onChange={event => setSource(event.currentTarget.value)}
        />
        <TextInput
          label="ID of the person at the source"
          description="The subject that the source gives them, not their address. The person with this ID can sign in to this account."
          required
          maxLength={255}
          value={subject}
          onChange={event => onSubject(event.currentTarget.value)}
        />
        <Problem failure={failure} title="The link was not added" />
        <Group justify="flex-end">
          <Button type="submit" loading={busy} disabled={subject.trim() === ''}>
            Add link
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
