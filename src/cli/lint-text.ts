import { styleText } from 'node:util'
import { type Finding, type LintReport, SEVERITIES, type Severity } from '../lint/lint.ts'
import { shown } from './lint-shown.ts'

const COLORS = { fatal: 'red', error: 'red', warning: 'yellow', recommendation: 'blue' } as const

/** Findings for people, grouped by file; the file with the worst finding comes first. */
export function textReport({ findings, counts }: LintReport, place: (file: string) => string): string {
  const groups = Map.groupBy(findings, ({ file }) => file)
  const blocks = Array.from(groups, ([file, found]) => block(shown(place(file)), found))
  const told = SEVERITIES.filter(severity => counts[severity] > 0).map(severity =>
    counted(counts[severity], severity),
  )
  const left = SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0) - findings.length
  const more = left > 0 ? ` ${left} of them are not shown.` : ''
  const fixes = findings.filter(({ fix }) => fix !== undefined).length
  const fixable = fixes > 0 ? ` ${fixes} can be fixed with --fix.` : ''
  const summary = told.length === 0 ? 'Nothing was found.' : `${told.join(', ')}.${more}${fixable}`
  return [...blocks, summary].join('\n\n')
}

function block(file: string, findings: readonly Finding[]): string {
  const rows = [...findings]
    .sort((a, b) => a.start.line - b.start.line || a.start.column - b.start.column)
    .map(({ start, severity, message, rule, ...rest }) => ({
      at: `${start.line}:${start.column}`,
      severity,
      message: shown(message) + where(rest),
      rule,
    }))
  const width = (key: 'at' | 'severity') => Math.max(...rows.map(row => row[key].length))
  const [at, severity] = [width('at'), width('severity')]
  const lines = rows.map(row => {
    const level = styled(COLORS[row.severity], row.severity.padEnd(severity))
    return `  ${row.at.padStart(at)}  ${level}  ${row.message}  ${styled('dim', row.rule)}`
  })
  return [styled('underline', file), ...lines].join('\n')
}

/** The pages, languages and states of a finding, unless it applies to all. */
function where({ pages, locales, states }: Pick<Finding, 'pages' | 'locales' | 'states'>): string {
  const parts = [listed('page', pages), listed('language', locales), listed('state', states)]
  const told = parts.filter(part => part !== undefined)
  return told.length === 0 ? '' : ` (${told.join('; ')})`
}

const MOST_LISTED = 4

function listed(name: string, values: readonly string[] | undefined): string | undefined {
  if (values === undefined) return undefined
  const more = values.length - MOST_LISTED
  const names = values.slice(0, MOST_LISTED).map(shown).join(', ')
  return `${name}${values.length === 1 ? '' : 's'} ${names}${more > 0 ? ` and ${more} more` : ''}`
}

function counted(count: number, severity: Severity): string {
  const name = severity === 'fatal' ? 'fatal finding' : severity
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

function styled(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text, { stream: process.stdout })
}
