import { Button, Group, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { useAction } from '../action.ts'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { unsent, useUnsaved } from '../unsaved.ts'
import classes from './analytics.module.css'
import {
  analyticsResource,
  type MeasuredTheme,
  setAnalytics,
  type ThemeAnalytics,
  walkPlace,
} from './calls.ts'
import { ContainerDownload } from './container-download.tsx'
import { FirstParty } from './first-party.tsx'
import { containerFlaw } from './ids.ts'
import { sentOf, type Wanted, wantedOf } from './settings.ts'
import { TagManager } from './tag-manager.tsx'

interface ThemeAnalyticsProps {
  readonly theme: MeasuredTheme
}

/** What the registration pages of a theme send, and where they send it. */
export function ThemeAnalyticsTab({ theme }: ThemeAnalyticsProps) {
  const { data, failure, reload } = useResource<ThemeAnalytics>(analyticsResource(theme.id))
  if (data !== undefined) return <Settings theme={theme} state={data} />
  if (failure !== undefined) return <Problem failure={failure} retry={reload} />
  return <Placeholder h={320} label="Loading" />
}

function Settings({ theme, state }: ThemeAnalyticsProps & { readonly state: ThemeAnalytics }) {
  const { id } = theme
  const [edits, setEdits] = useState<Partial<Wanted>>({})
  const { busy, failure, run, clear } = useAction()
  const saved = wantedOf(state)
  const wanted = { ...saved, ...edits }
  const sent = sentOf(wanted, state)
  const dirty = Object.keys(sent).length > 0
  const flaw = wanted.tagManager && !state.byHand ? containerFlaw(wanted.container.trim()) : null
  const half = wanted.tagManager !== saved.tagManager
  useUnsaved(dirty || half, { tab: true })
  const change = (some: Partial<Wanted>) => setEdits(now => ({ ...now, ...some }))
  const discard = () => {
    setEdits({})
    clear()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!dirty || flaw !== null) return
    void run(async () => {
      await setAnalytics(id, sent)
      setEdits(now => unsent(now, edits))
      toast('Changes are saved.')
    })
  }
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text c="dimmed" size="sm" maw={640}>
          Ten events show how far people get when they register: four steps, and a click into each of six
          fields. They can be sent to a tag manager, to this service, or to both.
        </Text>
        <Button
          component={Link}
          href={walkPlace(id)}
          variant="default"
          leftSection={<Icon name="play" size={15} />}
        >
          Open the debug view
        </Button>
      </Group>
      <div className={classes.columns}>
        <form onSubmit={submit} noValidate className={classes.column}>
          <TagManager id={id} state={state} wanted={wanted} flaw={flaw} onChange={change} />
          <FirstParty wanted={wanted} onChange={change} />
          <SaveBar
            dirty={dirty || half}
            ready={dirty && flaw === null}
            busy={busy}
            failure={failure}
            onDiscard={discard}
          />
        </form>
        <ContainerDownload theme={theme} state={state} />
      </div>
    </>
  )
}
