import { Command, Option } from 'commander'
import { openItems, REVIEW_DECISIONS } from '../core/flows/campaign.ts'
import {
  AT_COMMAND_LINE,
  Campaigns,
  type CountedCampaign,
  csvReport,
  htmlReport,
  type WantedCampaign,
} from '../governance/governance.ts'
import type { AccountOffice } from '../identity/identity.ts'
import {
  type CommonOptions,
  count,
  onOffice,
  print,
  printFirst,
  printLines,
  repeated,
  withCommonOptions,
} from './installation.ts'
import { applicationId } from './named.ts'
import { writeOutput } from './output.ts'

interface NewOptions extends CommonOptions {
  readonly app: string[]
  readonly start?: string
  readonly end: string
  readonly reviewer?: string[]
  readonly supervisor: string[]
  readonly description?: string
  readonly openItems?: string
  readonly signOff: boolean
  readonly remindDays?: number
  readonly escalateDays?: number
  readonly repeatMonths?: number
}

interface ReportOptions extends CommonOptions {
  readonly format: 'csv' | 'html'
  readonly output?: string
  readonly force?: boolean
}

type Run<T> = (campaigns: Campaigns, office: AccountOffice) => Promise<T>

/** Runs work on campaigns. Here, the option `--app` names the applications to review, not the theme of mails. */
function onCampaigns<T>({ tenant }: CommonOptions, run: Run<T>): Promise<T> {
  return onOffice(tenant === undefined ? {} : { tenant }, office => run(new Campaigns(office), office))
}

/** `tabard campaign`: reviews of who has access to applications. */
export function campaignCommand(): Command {
  const campaign = new Command('campaign').description(
    'certification campaigns: reviews of who has access to applications',
  )
  withSettings(campaign.command('create <name>'))
    .description('schedule a campaign; it starts by itself on its date')
    .action(async (name: string, options: NewOptions) => {
      const made = await onCampaigns(options, async (campaigns, office) =>
        campaigns.create(office.tenant, await wantedOf(office, name, options), AT_COMMAND_LINE),
      )
      print(summary(made), options)
    })
  withSettings(campaign.command('preview <name>'))
    .description('preview who would review how much, and who has no reviewer; nothing is saved')
    .action(async (name: string, options: NewOptions) => {
      const { reviewers, withoutReviewer, ...numbers } = await onCampaigns(
        options,
        async (campaigns, office) => campaigns.preview(office.tenant, await wantedOf(office, name, options)),
      )
      const rows = reviewers.map(({ userName, items }) => ({
        reviewer: userName,
        items: items.reduce((all, one) => all + one, 0),
      }))
      if (options.json) return print({ ...numbers, reviewers: rows, withoutReviewer }, options)
      print(numbers, options)
      print(rows, options, 'There are no reviewers.')
      if (withoutReviewer.length > 0) print(withoutReviewer, options)
    })
  withCommonOptions(campaign.command('list'))
    .description('list campaigns, newest first')
    .option('--limit <number>', 'show at most this many (default: 50)', count)
    .option('--offset <number>', 'skip this many', count, 0)
    .action(async (options: CommonOptions & { limit?: number; offset: number }) => {
      const { offset } = options
      const list = async (limit: number) =>
        await onCampaigns(options, async (campaigns, { store, tenant }) => {
          const found = await store.tenant(tenant.id).campaigns.list({ limit, offset })
          const rows = []
          for (const { id } of found.campaigns) {
            const { name, state, ends, items, open } = summary(await campaigns.get(tenant, id))
            rows.push({ id, name, state, ends, items, open })
          }
          return rows
        })
      await printFirst(list, 50, options, 'There are no campaigns.')
    })
  withCommonOptions(campaign.command('show <id>'))
    .description('show a campaign with the progress of each review')
    .action(async (id: string, options: CommonOptions) => {
      const { reviews, ...shown } = await onCampaigns(options, async (campaigns, { store, tenant }) => {
        const whole = await campaigns.get(tenant, id)
        const page = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
        const found = await store.tenant(tenant.id).reviews.list(id, page)
        const rows = found.reviews.map(review => ({
          review: review.id,
          application: whole.applications[review.position]!.name,
          reviewer: review.reviewer?.userName ?? null,
          items: review.items,
          open: openItems(review),
          signed: instantOf(review.signedAt),
        }))
        return { ...summary(whole), reviews: rows }
      })
      if (options.json) return print({ ...shown, reviews }, options)
      print(shown, options)
      print(reviews, options, 'There are no reviews yet.')
    })
  withCommonOptions(campaign.command('remind <id> <review>'))
    .description('send the reviewer a reminder, at most every 12 hours')
    .action(async (id: string, review: string, options: CommonOptions) => {
      const sent = await onCampaigns(options, (campaigns, { tenant }) =>
        campaigns.remind(tenant, id, review, AT_COMMAND_LINE),
      )
      print({ review, sent }, options)
    })
  withCommonOptions(campaign.command('reassign <id> <review> <account>'))
    .description('give a review to somebody else')
    .requiredOption('--reason <text>', 'why')
    .action(async (id: string, review: string, to: string, options: CommonOptions & { reason: string }) => {
      await onCampaigns(options, (campaigns, { tenant }) =>
        campaigns.reassign(tenant, { campaign: id, review }, to, options.reason, AT_COMMAND_LINE),
      )
      print({ review, reviewer: to }, options)
    })
  withCommonOptions(campaign.command('end <id>'))
    .description('end a campaign early; decisions are applied')
    .action(async (id: string, options: CommonOptions) => {
      await onCampaigns(options, (campaigns, { tenant }) => campaigns.end(tenant, id, AT_COMMAND_LINE))
      print({ id, state: 'ending' }, options)
    })
  withCommonOptions(campaign.command('cancel <id>'))
    .description('cancel a campaign that has not started')
    .action(async (id: string, options: CommonOptions) => {
      await onCampaigns(options, (campaigns, { tenant }) => campaigns.cancel(tenant, id, AT_COMMAND_LINE))
      print({ id, state: 'cancelled' }, options)
    })
  withCommonOptions(campaign.command('compare <id>'))
    .description('compare a campaign with the previous one that has an application in common')
    .action(async (id: string, options: CommonOptions) => {
      const compared = await onCampaigns(options, (campaigns, { tenant }) => campaigns.compare(tenant, id))
      if (compared === undefined)
        return print([], options, 'No earlier campaign has an application in common with this one.')
      const { campaign: earlier } = compared.earlier
      print({ earlier: earlier.name, ended: instantOf(earlier.endedAt), ...compared.difference }, options)
    })
  withCommonOptions(campaign.command('report <id>'))
    .description('export who decided what, when and why')
    .addOption(new Option('--format <format>', 'CSV or an HTML page').choices(['csv', 'html']).default('csv'))
    .option('--output <file>', 'write it to a file instead of standard output')
    .option('--force', 'replace an existing file')
    .action(async (id: string, options: ReportOptions) => {
      await onCampaigns(options, async (campaigns, { store, tenant }) => {
        const whole = await campaigns.get(tenant, id)
        const write = options.format === 'csv' ? csvReport : htmlReport
        const lines = write(store.tenant(tenant.id), whole)
        if (options.output === undefined) await printLines(lines)
        else await writeOutput(options.output, lines, options.force ?? false)
      })
    })
  return campaign
}

function withSettings(command: Command): Command {
  return withCommonOptions(command)
    .requiredOption(
      '--app <application>',
      'an application, by id or name; may be given several times',
      repeated,
    )
    .requiredOption('--end <date>', 'the last day (UTC), such as 2027-01-31, or an instant')
    .requiredOption(
      '--supervisor <account or group>',
      'who oversees it and takes over overdue reviews; may be given several times',
      repeated,
    )
    .option('--start <date>', 'the first day (UTC), or an instant; now if left out')
    .option(
      '--reviewer <account or group>',
      'who reviews; if left out, everybody’s supervisor does',
      repeated,
    )
    .option('--description <text>', 'a description, which reviewers see')
    .addOption(
      new Option('--open-items <what>', 'what happens to access that nobody decides about')
        .choices(REVIEW_DECISIONS)
        .default('keep'),
    )
    .option('--no-sign-off', 'apply decisions at the end, without a sign-off')
    .option('--remind-days <number>', 'days between two reminders; 0 sends none (default: 7)', count)
    .option(
      '--escalate-days <number>',
      'how many days before the end unfinished reviews go to the supervisors (default: 2, or 0 if the campaign takes up to 4 days)',
      count,
    )
    .option(
      '--repeat-months <number>',
      'months until the campaign starts again; 0 does not repeat it (default: 0)',
      count,
    )
}

async function wantedOf(
  { store, tenant }: AccountOffice,
  name: string,
  options: NewOptions,
): Promise<WantedCampaign> {
  const applications: string[] = []
  for (const given of options.app) applications.push(await applicationId(store.tenant(tenant.id), given))
  return {
    name,
    applications,
    description: options.description,
    start: options.start,
    end: options.end,
    reviewers: options.reviewer,
    supervisors: options.supervisor,
    openItems: options.openItems,
    signOff: options.signOff,
    remindDays: options.remindDays,
    escalateDays: options.escalateDays,
    repeatMonths: options.repeatMonths,
  }
}

function summary({ campaign, applications, totals }: CountedCampaign) {
  return {
    id: campaign.id,
    name: campaign.name,
    state: campaign.state,
    applications: applications.map(({ name }) => name),
    starts: instantOf(campaign.startsAt),
    ends: instantOf(campaign.endsAt),
    reviewers: campaign.reviewers.map(({ kind, name }) => `${kind}:${name}`),
    supervisors: campaign.supervisors.map(({ kind, name }) => `${kind}:${name}`),
    openItems: campaign.openItems,
    signOff: campaign.signOff,
    items: totals.items,
    kept: totals.kept,
    revoked: totals.revoked,
    open: openItems(totals),
    digest: campaign.digest,
  }
}

function instantOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
