import { join } from 'node:path'
import { Command, Option } from 'commander'
import {
  type Finding,
  LintedMaster,
  Linter,
  type LintReport,
  type LintSettings,
  REFUSED,
  RULES,
  SEVERITIES,
  type Severity,
} from '../lint/lint.ts'
import { type FixedFile, fixFolder } from './lint-fix.ts'
import { githubReport } from './lint-github.ts'
import { sarifReport } from './lint-sarif.ts'
import { assertRule, repositorySettings } from './lint-settings.ts'
import { shown, shownJson } from './lint-shown.ts'
import { folderFiles, type LintSource, localSource } from './lint-source.ts'
import { textReport } from './lint-text.ts'
import { Problem } from './problem.ts'

const FORMATS = ['text', 'json', 'sarif', 'github'] as const

interface Options {
  readonly tenant?: string
  readonly json?: boolean
  readonly output: (typeof FORMATS)[number]
  readonly failLevel: Severity
  readonly rule?: readonly string[]
  readonly list?: boolean
  readonly fix?: boolean
}

/**
 * `tabard lint`: the mistakes of a theme. A folder or an archive needs no service and no database, and this module
 * loads nothing of them.
 */
export function lintCommand(version: string): Command {
  return new Command('lint')
    .description('finds mistakes in a theme: a folder, an archive, or a theme of the service')
    .argument(
      '[folder|archive|theme]',
      'a folder with the folder templates, a package, or the id or name of a theme',
    )
    .addOption(
      new Option('-o, --output <format>', 'how findings are printed').choices(FORMATS).default('text'),
    )
    .addOption(
      new Option('--fail-level <severity>', 'ends with 1 where there is such a finding or a worse one')
        .choices(SEVERITIES)
        .default('error'),
    )
    .option('--rule <id>', 'checks this rule only (repeatable)', (id, before: string[] = []) => [
      ...before,
      id,
    ])
    .option('--list', 'lists all rules')
    .option('--fix', 'fixes what can be fixed in a folder')
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
  const { templates, files, refused, place } = source
  if (options.fix && templates === undefined)
    throw new Problem(
      2,
      '--fix changes the files of a folder. Unpack the archive, or download the theme, first.',
    )
  const linter = new Linter(files, shippedMaster(), settingsFor(source, options))
  const fixed = options.fix ? fixFolder(templates!, files, linter) : []
  const report = withRefused(linter.report(), refused)
  print(report, fixed, options, place, version)
  const isBad = (severity: Severity) =>
    report.counts[severity] > 0 && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(options.failLevel)
  process.exitCode = SEVERITIES.some(isBad) ? 1 : 0
}

async function sourceOf(target: string, { tenant }: Options): Promise<LintSource> {
  const local = await localSource(target)
  if (local !== undefined) return local
  if (/[/\\]|\.zip$/i.test(target))
    throw new Problem(2, `There is no folder or archive ${shown(JSON.stringify(target))}.`)
  const { storedSource } = await import('./lint-stored.ts')
  return await storedSource(target, tenant)
}

/** The settings of the repository; with the option, the rules that it names and no others. */
function settingsFor({ settings }: LintSource, { rule: wanted }: Options): LintSettings {
  const repository = repositorySettings(settings)
  if (wanted === undefined) return repository
  for (const id of wanted) assertRule(id, text => new Problem(2, `--rule: ${text}`))
  const rules = RULES.map(({ id, severity }) => {
    const set = repository.rules?.[id]
    return [id, !wanted.includes(id) ? 'off' : set === undefined || set === 'off' ? severity : set] as const
  })
  return { ...repository, rules: Object.fromEntries(rules) }
}

function shippedMaster(): LintedMaster {
  return new LintedMaster(folderFiles(join(import.meta.dirname, '../../master/templates')).files)
}

function withRefused({ findings, counts }: LintReport, refused: readonly Finding[]): LintReport {
  return { findings: [...refused, ...findings], counts: { ...counts, fatal: counts.fatal + refused.length } }
}

function print(
  report: LintReport,
  fixed: readonly FixedFile[],
  { output, json }: Options,
  place: (file: string) => string,
  version: string,
): void {
  const { findings, counts } = report
  const format = json ? 'json' : output
  if (format !== 'json') tellFixed(fixed, place)
  if (format === 'text') console.log(textReport(report, place))
  else if (format === 'json') console.log(shownJson({ findings, counts, fixed }))
  else if (format === 'sarif') console.log(shownJson(sarifReport(findings, place, version)))
  else if (findings.length > 0) console.log(githubReport(findings, place))
}

/** Standard output is for findings, which another program may read. */
function tellFixed(fixed: readonly FixedFile[], place: (file: string) => string): void {
  for (const { file, removed, fixes } of fixed) {
    const titles = [...new Set(fixes.map(({ title }) => shown(title)))].join('; ')
    console.error(`${removed ? 'Removed' : 'Fixed'} ${shown(place(file))}: ${titles}`)
  }
}

function list({ json, output }: Options): void {
  const rules = [
    ...RULES.map(({ id, severity, title, fixable = false }) => ({ id, severity, fixable, title })),
    ...Object.entries(REFUSED).map(([id, { title }]) => ({
      id,
      severity: 'fatal' as const,
      fixable: false,
      title,
    })),
  ].sort((a, b) => (a.id < b.id ? -1 : 1))
  if (json || output === 'json') {
    console.log(JSON.stringify(rules, null, 2))
    return
  }
  const [ids, severities] = [rules.map(({ id }) => id), rules.map(({ severity }) => severity)]
  const width = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length))
  for (const { id, severity, fixable, title } of rules)
    console.log(
      `${id.padEnd(width(ids))}  ${severity.padEnd(width(severities))}  ${title}${fixable ? ' (fix)' : ''}`,
    )
}
