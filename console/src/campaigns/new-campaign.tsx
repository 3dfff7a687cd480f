import { Button, Group, Radio, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { HoldersField } from '../access/holders-field.tsx'
import { useAction } from '../action.ts'
import { Back } from '../parts/back.tsx'
import { Checklist } from '../parts/checklist.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { Page } from '../shell/page.tsx'
import { useUnsaved } from '../unsaved.ts'
import { wholeList } from '../whole-list.ts'
import type { AccessList } from '../wire.ts'
import { type CampaignPreview, campaignPlace, createCampaign, previewCampaign } from './calls.ts'
import { Preview } from './preview.tsx'
import { BLANK, sent, type Wish } from './wish.ts'

const ACCESS = wholeList('/v1.0/tabard/access')

export default function NewCampaign() {
  const { role } = useSession()
  if (role === 'administrator') return <NewCampaignForm />
  return (
    <ForAdministrators
      title="Campaigns are for administrators"
      why="Ask an administrator to start a campaign."
    />
  )
}

function NewCampaignForm() {
  const [, navigate] = useLocation()
  const [wish, setWish] = useState(BLANK)
  const [preview, setPreview] = useState<CampaignPreview>()
  const { busy, failure, run } = useAction()
  const release = useUnsaved(wish !== BLANK)
  const change = (some: Partial<Wish>) => {
    setWish(before => ({ ...before, ...some }))
    setPreview(undefined)
  }
  const latest = useRef(wish)
  latest.current = wish
  const look = () =>
    run(async () => {
      const answer = await previewCampaign(sent(wish))
      // The form may have changed in the meantime.
      if (latest.current === wish) setPreview(answer)
    })
  const create = async () => {
    const made = await createCampaign(sent(wish))
    release()
    toast(`${made.name} was created.`)
    navigate(campaignPlace(made.id))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(create)
  }
  const names = wish.applications
  return (
    <Page title="Create campaign" above={<Back to="/campaigns" name="Campaigns" />}>
      <form onSubmit={submit}>
        <Stack maw={640}>
          <TextInput
            label="Name"
            value={wish.name}
            onChange={event => change({ name: event.currentTarget.value })}
            maxLength={128}
            required
          />
          <Textarea
            label="Description"
            description="Reviewers see it."
            value={wish.description}
            onChange={event => change({ description: event.currentTarget.value })}
            maxLength={2000}
            autosize
            minRows={2}
          />
          <Applications chosen={names} choose={applications => change({ applications })} />
          <Dates wish={wish} change={change} />
          <People wish={wish} change={change} />
          <Ending wish={wish} change={change} />
          {preview !== undefined && <Preview preview={preview} />}
          <Problem failure={failure} title="The campaign was not created" />
          <Group justify="flex-end">
            <Button variant="default" loading={busy} onClick={() => void look()}>
              Preview
            </Button>
            <Button type="submit" loading={busy}>
              Create campaign
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  )
}

interface Fields {
  readonly wish: Wish
  readonly change: (some: Partial<Wish>) => void
}

interface ApplicationsProps {
  readonly chosen: readonly string[]
  readonly choose: (ids: string[]) => void
}

/** Applications whose access can be reviewed. An open application has no access to review. */
function Applications({ chosen, choose }: ApplicationsProps) {
  const { data, failure, reload } = useResource<AccessList>(ACCESS)
  const reviewable = data?.applications.filter(({ mode }) => mode !== 'open')
  return (
    <>
      <Checklist
        label="Applications"
        description={
          reviewable?.length === 0
            ? 'All applications are open to everybody. Restrict the access to one first.'
            : 'Applications that are open to everybody are not listed.'
        }
        what="applications"
        options={reviewable ?? []}
        value={chosen}
        onChange={choose}
        withAsterisk
      />
      <Problem failure={failure} retry={reload} />
    </>
  )
}

function Dates({ wish, change }: Fields) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
      <TextInput
        type="date"
        label="First day"
        description="It starts at midnight UTC. Leave this empty to start now."
        value={wish.start}
        onChange={event => change({ start: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Last day"
        description="It ends at midnight UTC after this day."
        value={wish.end}
        onChange={event => change({ end: event.currentTarget.value })}
        required
      />
    </SimpleGrid>
  )
}

function People({ wish, change }: Fields) {
  return (
    <>
      <Radio.Group
        label="Who reviews"
        value={wish.who}
        onChange={who => change({ who: who === 'people' ? 'people' : 'supervisors' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="people" label="Reviewers that you choose" />
          <Radio value="supervisors" label="Everybody’s own supervisor" />
        </Stack>
      </Radio.Group>
      {wish.who === 'people' && (
        <HoldersField
          label="Reviewers"
          description="Accounts and groups. People are distributed among them. Nobody reviews their own access."
          value={wish.reviewers}
          onChange={reviewers => change({ reviewers })}
          typed={wish.typedReviewers}
          onTyped={typedReviewers => change({ typedReviewers })}
          withAsterisk
        />
      )}
      <HoldersField
        label="Supervisors of the campaign"
        description="Accounts and groups. They oversee it and take over overdue reviews."
        value={wish.supervisors}
        onChange={supervisors => change({ supervisors })}
        typed={wish.typedSupervisors}
        onTyped={typedSupervisors => change({ typedSupervisors })}
        withAsterisk
      />
    </>
  )
}

const NUMBERS = [
  ['remindDays', 'Remind reviewers every (days)', '0: never', 90],
  ['escalateDays', 'Give unfinished reviews to supervisors (days before the end)', '0: never', 90],
  ['repeatMonths', 'Repeat the campaign after (months)', '0: never', 36],
] as const

function Ending({ wish, change }: Fields) {
  return (
    <>
      <Radio.Group
        label="People without a decision at the end"
        value={wish.openItems}
        onChange={what => change({ openItems: what === 'revoke' ? 'revoke' : 'keep' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="keep" label="Keep access" />
          <Radio value="revoke" label="Lose access" />
        </Stack>
      </Radio.Group>
      <Switch
        label="Require a sign-off"
        description="If this is on, revoked access ends when the reviewer signs off. If it is off, it ends with the campaign."
        checked={wish.signOff}
        onChange={event => change({ signOff: event.currentTarget.checked })}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }} style={{ alignItems: 'end' }}>
        {NUMBERS.map(([name, label, hint, max]) => (
          <TextInput
            key={name}
            type="number"
            label={label}
            description={hint}
            min={0}
            max={max}
            value={wish[name]}
            onChange={event => change({ [name]: event.currentTarget.value })}
            required
          />
        ))}
      </SimpleGrid>
    </>
  )
}
