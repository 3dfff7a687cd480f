import { Argument, Command } from 'commander'
import {
  clashes,
  containerFile,
  measurementId,
  type StepTitles,
  unusable,
} from '../core/analytics/container.ts'
import { DEFAULT_THEME } from '../core/theme.ts'
import { COMMAND_LINE } from '../identity/identity.ts'
import type { AnalyticsState, AnalyticsWish, ThemeMeasuring } from '../themes/themes.ts'
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
  readonly output?: string
  readonly force?: boolean
}

const EVALUATES = `'unsafe-eval' joins the content policy of this theme's registration pages, because the tag manager
evaluates the variable of the page title. To do without, use --no-eval here and for the container.`

/** `tabard analytics`: what the registration pages of themes send. */
export function analyticsCommand(): Command {
  const analytics = new Command('analytics').description('what the registration pages of themes send')
  onTheme(analytics.command('enable'))
    .description("put a tag manager's snippets into the registration pages of a theme")
    .requiredOption('--container <id>', 'the container, such as GTM-AB12CD3')
    .option('--no-eval', 'keep the strict content policy; its container is made with --no-eval too')
    .action(async (options: ThemeOptions & { container: string; eval: boolean }) => {
      const { container, eval: evaluates } = options
      const state = await changed(options, { container, eval: evaluates })
      if (evaluates) console.error(EVALUATES)
      print(state, options)
    })
  onTheme(analytics.command('disable'))
    .description('take them out again')
    .action(async (options: ThemeOptions) => {
      const state = await changed(options, { container: null })
      if (state.byHand)
        console.error('What was put into the page by hand is still there: take it out by hand.')
      print(state, options)
    })
  onTheme(analytics.command('status'))
    .description('what the registration pages of a theme carry')
    .action(async (options: ThemeOptions) => {
      const state = await onThemes(options.tenant, async ({ measuring }, store) =>
        measuring.state(await themeId(store, options.theme)),
      )
      print(state, options)
    })
  onTheme(analytics.command('first-party'))
    .description('have the registration pages of a theme tell the service itself what happens on them')
    .addArgument(new Argument('<state>').choices(['on', 'off']))
    .action(async (wanted: string, options: ThemeOptions) => {
      print(await changed(options, { firstParty: wanted === 'on' }), options)
    })
  withCommonOptions(analytics.command('container'))
    .description('print a container for the tag manager to import')
    .requiredOption('--measurement-id <id>', 'the analytics property, such as G-AB12CD34EF', measurementId)
    .option('--no-eval', 'read the page title without a script of its own')
    .option('--locales <list>', 'recognize the titles of these languages too, such as de,fr', listed, [])
    .option('--theme <id or name>', 'the theme whose titles these are (default: the default theme)')
    .option('--output <file>', 'write it to a file')
    .option('-f, --force', 'replace the file without asking')
    .action(writeContainer)
  return analytics.addCommand(funnelCommand())
}

async function writeContainer(options: ContainerOptions): Promise<void> {
  const { measurementId: property, eval: evaluates, theme, locales, output, force = false } = options
  const titles = await onThemes(options.tenant, async ({ measuring }, store) => {
    const id = await optionalThemeId(store, theme)
    if (evaluates && id !== undefined) await warnOfPolicy(measuring, id)
    return await measuring.titles(id ?? DEFAULT_THEME, locales)
  })
  warnOfTitles(titles)
  const { text } = containerFile({ measurementId: property, eval: evaluates, titles })
  if (output === undefined) return void process.stdout.write(text)
  await writeOutput(output, text, force)
  print({ output, bytes: Buffer.byteLength(text) }, options)
}

async function warnOfPolicy(measuring: ThemeMeasuring, theme: string): Promise<void> {
  const { container, eval: allowed } = await measuring.state(theme)
  if (container !== null && !allowed)
    console.error(
      'The policy of this theme keeps the tag manager from reading the page title: use --no-eval.',
    )
}

function warnOfTitles(titles: ReadonlyMap<string, StepTitles>): void {
  for (const { event, title, language } of unusable(titles))
    console.error(
      `Nothing fires ${event} in ${language}: its title ${JSON.stringify(title)} is blank or has {{ in it.`,
    )
  for (const { event, other, title, language } of clashes(titles))
    console.error(
      `The page of ${event} fires ${other} too: its title in ${language} is ${JSON.stringify(title)}.`,
    )
}

async function changed({ tenant, theme }: ThemeOptions, wish: AnalyticsWish): Promise<AnalyticsState> {
  const writing = { author: 'command line', precondition: {}, by: COMMAND_LINE }
  return await onThemes(tenant, async ({ measuring }, store) =>
    measuring.set(await themeId(store, theme), wish, writing),
  )
}

function onTheme(command: Command): Command {
  return withCommonOptions(command).requiredOption('--theme <id or name>', 'a theme of the tenant')
}

function listed(text: string): string[] {
  return text.split(',').filter(part => part.trim() !== '')
}
