import { Command, Option } from 'commander'
import { wantedDays } from '../core/analytics/days.ts'
import { type Funnel, funnelCsv, funnelOf } from '../core/analytics/funnel.ts'
import type { AnalyticsGroup } from '../store/store.ts'
import { type CommonOptions, onTenant, print, withCommonOptions } from './installation.ts'
import { applicationId, recordedId, themeId } from './named.ts'

interface FunnelOptions extends CommonOptions {
  readonly from?: string
  readonly to?: string
  readonly theme?: string
  readonly application?: string
  readonly locale?: string
  readonly by: AnalyticsGroup
  readonly csv?: boolean
}

/** `tabard analytics funnel`: how many registrations reached each step. */
export function funnelCommand(): Command {
  const groups: AnalyticsGroup[] = ['day', 'theme', 'application', 'locale']
  return withCommonOptions(new Command('funnel'))
    .description('how far people got in registration, as counted by the service')
    .option('--from <day>', 'the first day (default: 29 days before the last day, which makes 30 days)')
    .option('--to <day>', 'the last day (default: today)')
    .option('--theme <id or name>', 'only for one theme')
    .option('--application <id or name>', 'only for one application')
    .option('--locale <locale>', 'only in one language')
    .addOption(new Option('--by <group>', 'group the lines by this').choices(groups).default('day'))
    .option('--csv', 'print CSV, with a line for each event')
    .action(async (options: FunnelOptions) => {
      const { from, to, theme, application, locale, by, csv } = options
      const { days, counts } = await onTenant(options.tenant, async store => {
        const days = wantedDays({ from, to }, store.now())
        const only = {
          theme: await recordedId(themeId, store, theme),
          application: await recordedId(applicationId, store, application),
          locale,
        }
        const given = Object.fromEntries(Object.entries(only).filter(([, value]) => value))
        return { days, counts: await store.analytics.counts({ ...days, by, ...given }) }
      })
      const funnel = funnelOf(counts)
      if (csv) process.stdout.write(funnelCsv(funnel, by))
      else print(options.json ? { ...days, by, ...funnel } : lines(funnel, by), options)
    })
}

/** The number of journeys that reached each step, and the share that was lost before it. */
function lines({ total, groups }: Funnel, by: AnalyticsGroup): object[] {
  return [...groups, { group: 'all', ...total }].map(({ group, steps }) =>
    Object.fromEntries([
      [by, group],
      ...steps.map(({ event, journeys, dropOff }) => [
        event,
        dropOff === null ? String(journeys) : `${journeys} (-${Math.round(dropOff * 100)} %)`,
      ]),
    ]),
  )
}
