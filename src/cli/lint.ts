import { setFlagsFromString } from 'node:v8'
import { Command, Option } from 'commander'
import {
  type Finding,
  LintedMaster,
  Linter,
  type LintReport,
  type LintSettings,
  needsBrowser,
  REFUSED,
  RULES,
  SEVERITIES,
  type Severity,
} from '../lint/lint.ts'
import { projectFile } from '../program.ts'
import { type FixReport, fixFolder } from './lint-fix.ts'
import { githubReport } from './lint-github.ts'
import { sarifReport } from './lint-sarif.ts'
import { assertRule, repositorySettings } from './lint-settings.ts'
import { shown, shownJson } from './lint-shown.ts'
import { folderFiles, type LintSource, localSource } from './lint-source.ts'
import { textReport } from './lint-text.ts'
import { Problem } from './problem.ts'

const MASTER_FOLDER = projectFile('master/templates')
const FORMATS = ['text', 'json', 'sarif', 'github'] as const

interface Options {
  readonly tenant?: string
  readonly json?: boolean
  readonly output: (typeof FORMATS)[number]
  readonly failLevel: Severity
  readonly rule?: readonly string[]
  readonly list?: boolean
  readonly fix?: boolean
  readonly browser?: boolean
}

/**
 * `tabard lint`: the mistakes in a theme. Checking a folder or an archive needs neither a service nor a database, and
 * this module loads no code of either.
 */
export function lintCommand(version: string): Command {
  return new Command('lint')
    .description('find mistakes in a theme: a folder, an archive, or a theme of the service')
    .argument(
      '[folder|archive|theme]',
      'a folder with the folder templates, a package, or the id or name of a theme',
    )
    .addOption(
      new Option('-o, --output <format>', 'how findings are printed').choices(FORMATS).default('text'),
    )
    .addOption(
      new Option('--fail-level <severity>', 'exit with 1 if there is a finding of this level or above')
        .choices(SEVERITIES)
        .default('error'),
    )
    .option('--rule <id>', 'check only this rule (repeatable)', (id, before: string[] = []) => [
      ...before,
      id,
    ])
    .option('--list', 'list all rules')
    .option('--fix', 'fix what can be fixed in a folder')
    .option('--browser', 'also render the pages in Chromium, for rules that need it')
    .option('--tenant <id or name>', 'the tenant of the theme (default: the first one)')
    .option('-j, --json', 'print JSON, as --output json does')
    .action(async (target: string | undefined, options: Options) => {
      if (options.list) list(options)
      else if (target !== undefined) await lint(target, options, version)
      else throw new Problem(2, 'Name a folder, an archive or a theme, as in "tabard lint my-brand".')
    })
}

async function lint(target: string, options: Options, version: string): Promise<void> {
  const source = await sourceOf(target, options)
  const { templates, files, refused } = source
  if (options.fix && templates === undefined)
    throw new Problem(
      2,
      '--fix changes the files of a folder. Unpack the archive, or download the theme, first.',
    )
  const settings = settingsFor(source, options)
  const browser = options.browser ? await import('./lint-browser.ts') : undefined
  const program = browser?.chromiumFor()
  const linter = new Linter(files, shippedMaster(), settings)
  const fixes = options.fix ? fixFolder(templates!, files, linter) : { fixed: [], failed: [] }
  if (browser !== undefined && refused.length === 0 && isLookedAt(settings))
    linter.show(await browser.renderedPages(program!, files, MASTER_FOLDER, linter.pages()))
  // The data of one page is garbage when the next page is checked. A larger young generation would cost memory and save
  // no time.
  setFlagsFromString('--semi-space-growth-factor=1')
  const report = withRefused(linter.report(), refused)
  print(report, fixes, options, source, version)
  const isBad = (severity: Severity) =>
    report.counts[severity] > 0 && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(options.failLevel)
  process.exitCode = SEVERITIES.some(isBad) || fixes.failed.length > 0 ? 1 : 0
}

/** Whether a rule that needs a browser is on. */
function isLookedAt({ rules }: LintSettings): boolean {
  return RULES.some(rule => needsBrowser(rule) && rules?.[rule.id] !== 'off')
}

async function sourceOf(target: string, { tenant, browser = false }: Options): Promise<LintSource> {
  // A browser shows the whole image, but rules read only its beginning.
  const local = await localSource(target, browser)
  if (local !== undefined) return local
  const missing = `There is no folder or archive ${shown(JSON.stringify(target))}.`
  if (/[/\\]|\.zip$/i.test(target)) throw new Problem(2, missing)
  const { storedSource } = await import('./lint-stored.ts')
  return await storedSource(target, tenant, browser, missing)
}

/** The settings of the repository or of the tenant. With the option `--rule`, only the rules that it names are on. */
function settingsFor({ settings }: LintSource, { rule: wanted }: Options): LintSettings {
  const repository = typeof settings === 'string' ? repositorySettings(settings) : settings
  if (wanted === undefined) return repository
  for (const id of wanted) assertRule(id, text => new Problem(2, `--rule: ${text}`))
  const rules = RULES.map(({ id, severity }) => {
    const set = repository.rules?.[id]
    return [id, !wanted.includes(id) ? 'off' : set === undefined || set === 'off' ? severity : set] as const
  })
  return { ...repository, rules: Object.fromEntries(rules) }
}

function shippedMaster(): LintedMaster {
  return new LintedMaster(folderFiles(MASTER_FOLDER).files)
}

function withRefused({ findings, counts }: LintReport, refused: readonly Finding[]): LintReport {
  return { findings: [...refused, ...findings], counts: { ...counts, fatal: counts.fatal + refused.length } }
}

function print(
  report: LintReport,
  fixes: FixReport,
  { output, json }: Options,
  { place, docs }: LintSource,
  version: string,
): void {
  const { findings, counts } = report
  const format = json ? 'json' : output
  if (format !== 'json') tellFixes(fixes, place)
  if (format === 'text') console.log(textReport(report, place))
  else if (format === 'json') console.log(shownJson({ findings: linked(findings, docs), counts, ...fixes }))
  else if (format === 'sarif') console.log(shownJson(sarifReport(findings, place, version, docs)))
  else if (findings.length > 0) console.log(githubReport(findings, place))
}

function linked(findings: readonly Finding[], docs: LintSource['docs']): readonly Finding[] {
  return docs === undefined ? findings : findings.map(one => ({ ...one, docs: docs(one.rule) }))
}

/** Reports fixes on standard error, because another program may read the findings on standard output. */
function tellFixes({ fixed, failed }: FixReport, place: (file: string) => string): void {
  for (const { file, removed, fixes } of fixed) {
    const titles = [...new Set(fixes.map(({ title }) => shown(title)))].join('; ')
    console.error(`${removed ? 'Removed' : 'Fixed'} ${shown(place(file))}: ${titles}`)
  }
  for (const { file, reason } of failed) console.error(`Not fixed ${shown(place(file))}: ${shown(reason)}.`)
}

function list({ json, output }: Options): void {
  const rules = [
    ...RULES.map(rule => {
      const { id, severity, fixable = false, title } = rule
      return { id, severity, fixable, browser: needsBrowser(rule), title }
    }),
    ...Object.entries(REFUSED).map(([id, { title }]) => ({
      id,
      severity: 'fatal' as const,
      fixable: false,
      browser: false,
      title,
    })),
  ].sort((a, b) => (a.id < b.id ? -1 : 1))
  if (json || output === 'json') {
    console.log(JSON.stringify(rules, null, 2))
    return
  }
  const [ids, severities] = [rules.map(({ id }) => id), rules.map(({ severity }) => severity)]
  const width = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length))
  for (const { id, severity, fixable, browser, title } of rules) {
    const marks = `${fixable ? ' (fix)' : ''}${browser ? ' (--browser)' : ''}`
    console.log(`${id.padEnd(width(ids))}  ${severity.padEnd(width(severities))}  ${title}${marks}`)
  }
}
