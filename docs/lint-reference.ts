import { needsBrowser, REFUSED, RULES, type Rule, SEVERITIES } from '../src/lint/lint.ts'

const LANGUAGES: Readonly<Record<string, string>> = {
  html: 'html',
  xml: 'xml',
  css: 'css',
  js: 'js',
  svg: 'xml',
}
const LONGEST = 1_500

/** The reference of the linter's rules, each with its reason and its examples. */
export function lintReference(): string {
  const rules = [...RULES].sort((a, b) => (a.id < b.id ? -1 : 1))
  const refused = Object.entries(REFUSED)
  const rows = [
    ...rules.map(({ id, severity, title, fixable }) => ({ id, severity, title, fixable: fixable === true })),
    ...refused.map(([id, { title }]) => ({ id, severity: 'fatal' as const, title, fixable: false })),
  ].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || (a.id < b.id ? -1 : 1))
  const table = rows.map(
    ({ id, severity, title, fixable }) =>
      `| [\`${id}\`](#${anchor(id)}) | ${severity} | ${fixable ? 'yes' : ''} | ${title} |`,
  )
  return `| rule | severity | fix | what it finds |
| --- | --- | --- | --- |
${table.join('\n')}

${[...rules.map(section), ...refused.map(([id, { title, reason }]) => `### ${id}\n\n${title}. Severity: fatal.\n\n${reason}`)].join('\n\n')}`
}

/** The part of the address that leads to a rule, as GitHub makes it of a heading. */
function anchor(id: string): string {
  return id.replaceAll('/', '')
}

function section(rule: Rule): string {
  const { id, severity, title, reason, fixable, bad, good } = rule
  const fix = fixable ? ' Can be fixed with `--fix`.' : needsBrowser(rule) ? ' Needs `--browser`.' : ''
  return `### ${id}

${title}. Severity: ${severity}.${fix}

${reason}

Wrong:

${example(bad)}

Right:

${example(good)}`
}

function example(files: Rule['bad']): string {
  return Object.entries(files)
    .map(([path, content]) => {
      if (typeof content !== 'string') return `\`${path}\` (${content.length} bytes)`
      if (content.length > LONGEST) return `\`${path}\` (${content.length} characters)`
      const language = LANGUAGES[path.slice(path.lastIndexOf('.') + 1)] ?? ''
      // Without the line breaks and characters at its ends that only the file shows.
      return `\`${path}\`\n\n${FENCE}${language}\n${content.replace(/^\ufeff|\s+$/g, '')}\n${FENCE}`
    })
    .join('\n\n')
}

/** Longer than any in an example. */
const FENCE = '````'
