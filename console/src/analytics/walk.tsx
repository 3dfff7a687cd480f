import { Button, Group, Input, Paper, SegmentedControl, Select, Switch } from '@mantine/core'
import { useColorScheme } from '@mantine/hooks'
import { useState } from 'react'
import { Back } from '../parts/back.tsx'
import { Icon } from '../parts/icon.tsx'
import { LANGUAGES } from '../parts/languages.ts'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { PageFrames } from '../preview/page-frames.tsx'
import { useResource } from '../resource.ts'
import { NoSuch } from '../shell/no-such.tsx'
import { Page } from '../shell/page.tsx'
import { type ThemeSummary, themePlace, themeResource } from '../themes/calls.ts'
import { useWalk, WALK, type WalkLook } from './use-walk.ts'
import classes from './walk.module.css'
import { stepName, WalkLog } from './walk-log.tsx'

const ARRIVALS: { value: WalkLook['arrival']; label: string }[] = [
  { value: 'after', label: 'After the page' },
  { value: 'before', label: 'Before the page title' },
]
const PAGE_WIDTH = 820

export default function WalkScreen({ id }: { readonly id: string }) {
  const { data, failure, reload } = useResource<ThemeSummary>(themeResource(id))
  if (failure?.status === 404) {
    return <NoSuch kind="theme" />
  }
  return (
    <Page
      title="Debug view"
      above={<Back to={`${themePlace(id)}?tab=analytics`} name={data?.name ?? 'Theme'} />}
      below="Walk through the registration, click its fields, and see which tags of the container fire. Nothing is sent."
      wide
    >
      <Problem failure={failure} retry={reload} />
      {data === undefined ? (
        failure === undefined && <Placeholder h={520} label="Loading" />
      ) : (
        <Walk id={id} />
      )}
    </Page>
  )
}

function Walk({ id }: { readonly id: string }) {
  const [look, setLook] = useState<WalkLook>({ locale: 'default', arrival: 'after', titles: true })
  const walk = useWalk(id, look)
  const scheme = useColorScheme('light', { getInitialValueInEffect: false })
  const change = (some: Partial<WalkLook>) => setLook(was => ({ ...was, ...some }))
  return (
    <div className={classes.columns}>
      <Paper withBorder component="section" aria-label="Registration" className={classes.pane}>
        <div className={classes.bar}>
          <Looks look={look} onChange={change} />
          <Steps step={walk.step} onGo={walk.go} onRestart={walk.restart} />
          <Problem failure={walk.failure} title="The page cannot be shown" />
        </div>
        <PageFrames
          frames={walk.frames}
          name={stepName(walk.step)}
          width={PAGE_WIDTH}
          scheme={scheme}
          onLoaded={walk.onLoaded}
          onFrame={walk.onFrame}
        />
      </Paper>
      <Paper withBorder component="section" aria-label="What fires" className={classes.pane}>
        <WalkLog loads={walk.loads} />
      </Paper>
    </div>
  )
}

interface LooksProps {
  readonly look: WalkLook
  readonly onChange: (look: Partial<WalkLook>) => void
}

/** The options of the walk. Each one selects another page or another container. */
function Looks({ look, onChange }: LooksProps) {
  return (
    <Group gap="md" align="flex-end" mb="xs">
      <Select
        label="Language"
        size="xs"
        w={170}
        searchable
        allowDeselect={false}
        data={LANGUAGES}
        value={look.locale}
        onChange={value => onChange({ locale: value ?? 'default' })}
      />
      <Input.Wrapper label="Container loads" size="xs" labelElement="div">
        <SegmentedControl
          aria-label="Container loads"
          size="xs"
          display="flex"
          data={ARRIVALS}
          value={look.arrival}
          onChange={arrival => onChange({ arrival })}
        />
      </Input.Wrapper>
      <Switch
        size="xs"
        mb={7}
        label="Recognize titles in this language"
        title="Whether the container recognizes the page titles of this language, as if you had downloaded it with this language"
        checked={look.titles}
        onChange={event => onChange({ titles: event.currentTarget.checked })}
      />
    </Group>
  )
}

interface StepsProps {
  readonly step: string
  readonly onGo: (step: string) => void
  readonly onRestart: () => void
}

/** The pages of the walk. Submitting a form also leads to the next page. */
function Steps({ step, onGo, onRestart }: StepsProps) {
  const next = WALK[WALK.indexOf(step) + 1]
  return (
    <Group justify="space-between" gap="xs">
      <SegmentedControl
        aria-label="Step"
        size="xs"
        data={WALK.map((value, index) => ({ value, label: `${index + 1}. ${SHORT[index]}` }))}
        value={step}
        onChange={onGo}
      />
      <Group gap="xs">
        <Button size="xs" variant="default" leftSection={<Icon name="undo" size={14} />} onClick={onRestart}>
          Start again
        </Button>
        <Button size="xs" disabled={next === undefined} onClick={() => next !== undefined && onGo(next)}>
          Next step
        </Button>
      </Group>
    </Group>
  )
}

const SHORT = ['Form', 'Code', 'Verified', 'Created']
