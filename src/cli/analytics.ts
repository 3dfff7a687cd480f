import { Argument, Command } from 'commander'
import {
  clashes,
  containerFile,
  measurementId,
  type StepTitles,
  unusable,
} from '../core/analytics/container.ts'
import { wordedWishes } from '../core/analytics/designed-wishes.ts'
import { DEFAULT_THEME } from '../core/theme.ts'
import { COMMAND_LINE, flowsOf } from '../identity/identity.ts'
import type { AnalyticsState, AnalyticsWish, PageAnalytics } from '../themes/themes.ts'
import { funnelCommand } from './funnel.ts'
import { type CommonOptions, onThemes, print, withCommonOptions } from './installation.ts'
import { optionalThemeId, themeId } from './named.ts'
import { writeOutput } from './output.ts'

interface ThemeOptions extends CommonOptions {
  readonly theme: string
}

interface ContainerOptions extends CommonOptions {
  readonly measurementId: string
  readonly eval: boolean
  readonly theme?: string
  readonly locales: string[]
  readonly designed: boolean
  readonly output?: string
  readonly force?: boolean
}

const EVALUATES = `The Content-Security-Policy of this theme's registration pages now allows 'unsafe-eval', because the tag manager
evaluates the variable of the page title. To avoid that, use --no-eval here and for the container.`

/** `tabard analytics`: the events that the registration pages of themes send. */
export function analyticsCommand(): Command {
  const analytics = new Command('analytics').description('what the registration pages of themes send')
  onTheme(analytics.command('enable'))
    .description("put a tag manager's snippets into the registration pages of a theme")
    .requiredOption('--container <id>', 'the container, such as GTM-AB12CD3')
    .option('--no-eval', 'keep the strict Content-Security-Policy; create the container with --no-eval too')
    .action(async (options: ThemeOptions & { container: string; eval: boolean }) => {
      const { container, eval: evaluates } = options
      const state = await changed(options, { container, eval: evaluates })
      if (evaluates) console.error(EVALUATES)
      print(state, options)
    })
  onTheme(analytics.command('disable'))
    .description('remove a tag manager’s snippets from the registration pages of a theme')
    .action(async (options: ThemeOptions) => {
      const state = await changed(options, { container: null })
      if (state.byHand)
        console.error(
          'Snippets that somebody added to the page by hand are still there. Remove them by hand.',
        )
      print(state, options)
    })
  onTheme(analytics.command('status'))
    .description('show which analytics the registration pages of a theme use')
    .action(async (options: ThemeOptions) => {
      const state = await onThemes(options.tenant, async ({ measuring }, store) =>
        measuring.state(await themeId(store, options.theme)),
      )
      print(state, options)
    })
  onTheme(analytics.command('first-party'))
    .description('turn the service’s own counting of registrations on or off for a theme')
    .addArgument(new Argument('<state>').choices(['on', 'off']))
    .action(async (wanted: string, options: ThemeOptions) => {
      print(await changed(options, { firstParty: wanted === 'on' }), options)
    })
  withCommonOptions(analytics.command('container'))
    .description('print a container for the tag manager to import')
    .requiredOption('--measurement-id <id>', 'the analytics property, such as G-AB12CD34EF', measurementId)
    .option('--no-eval', 'create a container that works without unsafe-eval')
    .option('--locales <list>', 'recognize the titles of these languages too, such as de,fr', listed, [])
    .option('--theme <id or name>', 'the theme whose page titles are recognized (default: the default theme)')
    .option('--designed', 'add events for the steps and fields of designed registrations', false)
    .option('--output <file>', 'write it to a file')
    .option('-f, --force', 'replace the file without asking')
    .action(writeContainer)
  return analytics.addCommand(funnelCommand())
}

async function writeContainer(options: ContainerOptions): Promise<void> {
  const {
    measurementId: property,
    eval: evaluates,
    theme,
    locales,
    designed,
    output,
    force = false,
  } = options
  const wishes = await onThemes(options.tenant, async ({ measuring }, store) => {
    const id = await optionalThemeId(store, theme)
    if (evaluates && id !== undefined) await warnOfPolicy(measuring, id)
    const words = {
      english: await measuring.words(id ?? DEFAULT_THEME, ['en']),
      asked: await measuring.words(id ?? DEFAULT_THEME, locales),
    }
    return wordedWishes(await flowsOf(store), words, designed)
  })
  warnOfTitles(wishes.titles ?? new Map())
  const { text } = containerFile({ measurementId: property, eval: evaluates, ...wishes })
  if (output === undefined) return void process.stdout.write(text)
  await writeOutput(output, text, force)
  print({ output, bytes: Buffer.byteLength(text) }, options)
}

async function warnOfPolicy(measuring: PageAnalytics, theme: string): Promise<void> {
  const { container, eval: allowed } = await measuring.state(theme)
  if (container !== null && !allowed)
    console.error(
      'The Content-Security-Policy of this theme keeps the tag manager from reading the page title. Use --no-eval.',
    )
}

function warnOfTitles(titles: ReadonlyMap<string, StepTitles>): void {
  for (const { event, title, language } of unusable(titles))
    console.error(
      `The event ${event} never fires in ${language}, because its page title ${JSON.stringify(title)} is blank or contains {{.`,
    )
  for (const { event, other, title, language } of clashes(titles))
    console.error(
      `The page of ${event} also fires ${other}, because both have the title ${JSON.stringify(title)} in ${language}.`,
    )
}

async function changed({ tenant, theme }: ThemeOptions, wish: AnalyticsWish): Promise<AnalyticsState> {
  const writing = { author: 'command line', precondition: {}, by: COMMAND_LINE }
  const { state } = await onThemes(tenant, async ({ measuring }, store) =>
    measuring.set(await themeId(store, theme), wish, writing),
  )
  return state
}

function onTheme(command: Command): Command {
  return withCommonOptions(command).requiredOption('--theme <id or name>', 'a theme of the tenant')
}

function listed(text: string): string[] {
  return text.split(',').filter(part => part.trim() !== '')
}
