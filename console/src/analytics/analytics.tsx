import { Anchor, Button, Group, Paper, SegmentedControl, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { useAction } from '../action.ts'
import { download } from '../parts/download.ts'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'
import { languageName } from '../parts/languages.ts'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { Page } from '../shell/page.tsx'
import { DEFAULT_THEME, themePlace } from '../themes/calls.ts'
import {
  analyticsResource,
  type Figures,
  type Funnel,
  type FunnelQuery,
  funnelResource,
  setAnalytics,
  type ThemeAnalytics,
} from './calls.ts'
import { DayChart } from './day-chart.tsx'
import { Filters, useChoices } from './filters.tsx'
import classes from './funnel.module.css'
import { FunnelView } from './funnel-view.tsx'
import { GroupTable } from './group-table.tsx'
import { type FunnelPlace, GROUPS, queryOf, useFunnelPlace } from './place.ts'

/** How many registrations reach each step. */
export default function Analytics() {
  const [place, change] = useFunnelPlace()
  const query = queryOf(place)
  const { data, failure, reload } = useResource<Funnel>(funnelResource(query))
  const narrowed = [place.themeId, place.application, place.locale, place.other].some(
    one => one !== undefined,
  )
  const nothing = data !== undefined && isEmpty(data.total)
  return (
    <Page
      title="Analytics"
      below="How far people get when they register. Only themes with analytics turned on are counted. Days are in UTC."
      actions={data !== undefined && !nothing && <Downloads query={query} />}
    >
      {(narrowed || !nothing || place.days !== 30) && <Filters place={place} onChange={change} />}
      <Problem failure={failure} retry={reload} />
      {data === undefined && failure === undefined && <Placeholder h={320} label="Loading" />}
      {nothing && !narrowed && <NothingYet days={place.days} />}
      {nothing && narrowed && place.other === undefined && (
        <Empty title="Nothing in this selection">
          No registration matches. Choose more days, or clear the filters.
        </Empty>
      )}
      {data !== undefined && (!nothing || place.other !== undefined) && (
        <>
          <Sides place={place} total={data.total} />
          <Groups funnel={data} place={place} onChange={by => change({ by })} />
        </>
      )}
    </Page>
  )
}

function isEmpty({ steps, fields }: Figures): boolean {
  return [...steps, ...fields].every(({ times }) => times === 0)
}

function Downloads({ query }: { readonly query: FunnelQuery }) {
  return (
    <>
      {(['csv', 'json'] as const).map(format => (
        <Button
          key={format}
          component="a"
          href={funnelResource(query, format)}
          download={`registrations-by-${query.by}-${query.from}-${query.to}.${format}`}
          onClick={download}
          variant="default"
          leftSection={<Icon name="download" size={16} />}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </>
  )
}

/** Explains why there are no numbers, and offers to turn counting on. */
function NothingYet({ days }: { readonly days: number }) {
  const { data } = useResource<ThemeAnalytics>(analyticsResource(DEFAULT_THEME))
  const { busy, failure, run } = useAction()
  const others = (
    <>
      Turn it on for other themes in their{' '}
      <Anchor component={Link} href="/themes" inherit underline="always">
        Analytics tab
      </Anchor>
      .
    </>
  )
  if (data?.firstParty) {
    return (
      <Empty
        title={`Nobody registered in the last ${days} days`}
        action={
          <Button component={Link} href={`${themePlace(DEFAULT_THEME)}?tab=analytics`} variant="default">
            Analytics of the default theme
          </Button>
        }
      >
        Registrations in the default theme are counted. Nobody has started one yet. {others}
      </Empty>
    )
  }
  const switchOn = async () => {
    await setAnalytics(DEFAULT_THEME, { firstParty: true })
    toast('Registrations in the default theme are counted from now on.')
  }
  return (
    <Empty
      title="Registrations are not counted"
      action={
        <Button loading={busy} disabled={data === undefined} onClick={() => void run(switchOn)}>
          Count registrations in the default theme
        </Button>
      }
    >
      <Text mb="sm">
        If you turn this on, the registration pages tell this service how far people get. Nothing is sent to
        anyone else. {others}
      </Text>
      <Problem failure={failure} />
    </Empty>
  )
}

/** One funnel, or two side by side. */
function Sides({ place, total }: { readonly place: FunnelPlace; readonly total: Figures }) {
  const { themes } = useChoices()
  const { themeId, other } = place
  const nameOf = (id: string | undefined) =>
    id === undefined ? 'All themes' : (themes.find(({ value }) => value === id)?.label ?? id)
  return (
    <div className={classes.sides} data-two={other !== undefined || undefined}>
      <FunnelView name={nameOf(themeId)} figures={total} />
      {other !== undefined && <OtherSide place={{ ...place, themeId: other }} name={nameOf(other)} />}
    </div>
  )
}

function OtherSide({ place, name }: { readonly place: FunnelPlace; readonly name: string }) {
  const { data, failure, reload } = useResource<Funnel>(funnelResource(queryOf(place)))
  if (data !== undefined) return <FunnelView name={name} figures={data.total} />
  if (failure !== undefined) return <Problem failure={failure} retry={reload} />
  return <Placeholder h={320} label={`Loading ${name}`} />
}

interface GroupsProps {
  readonly funnel: Funnel
  readonly place: FunnelPlace
  readonly onChange: (by: FunnelPlace['by']) => void
}

function Groups({ funnel, place, onChange }: GroupsProps) {
  const { themes, applications } = useChoices()
  const { by, themeId, other } = place
  const named = (some: readonly { value: string; label: string }[], id: string) =>
    some.find(({ value }) => value === id)?.label ?? id
  const NAMES = {
    day: (day: string) => day,
    theme: (id: string) => named(themes, id),
    application: (id: string) => (id === '' ? 'No application' : named(applications, id)),
    locale: languageName,
  }
  const of = other === undefined ? '' : `, ${themeId === undefined ? 'all themes' : named(themes, themeId)}`
  const title = `By ${GROUPS.find(({ value }) => value === by)!.label.toLowerCase()}${of}`
  return (
    <>
      <Group>
        <SegmentedControl aria-label="Show by" data={[...GROUPS]} value={by} onChange={onChange} />
      </Group>
      {by === 'day' ? (
        <DayChart funnel={funnel} title={title} />
      ) : (
        <Paper withBorder component="section" className={classes.chart} aria-label={title}>
          <Title order={2} mb="sm">
            {title}
          </Title>
          <GroupTable funnel={funnel} nameOf={NAMES[by]} />
        </Paper>
      )}
    </>
  )
}
