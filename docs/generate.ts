// Writes the parts of the documentation that come from tables in the code.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configurationOptions } from '../src/config.ts'
import { AUDIT_EVENTS } from '../src/core/audit-events.ts'
import { ALL_METRICS } from '../src/http/server/metric-table.ts'
import { commandReference, themeCommandReference } from './command-reference.ts'
import { errorReference } from './error-reference.ts'
import { lintReference } from './lint-reference.ts'
import { themeReference } from './theme-reference.ts'

const END = '<!-- end of what is generated -->'

/** The generated files, by path below `docs`. */
export async function generated(): Promise<Map<string, string>> {
  return new Map([
    ['commands.md', filled('commands.md', { commands: await commandReference() })],
    ['configuration.md', filled('configuration.md', { settings: settings() })],
    ['audit.md', filled('audit.md', { events: events() })],
    ['errors.md', filled('errors.md', { messages: errorReference() })],
    ['lint.md', filled('lint.md', { rules: lintReference() })],
    ['monitoring.md', filled('monitoring.md', { metrics: metrics() })],
    ['theme-commands.md', filled('theme-commands.md', { commands: themeCommandReference() })],
    ['theme-reference.md', filled('theme-reference.md', { reference: themeReference() })],
  ])
}

function settings(): string {
  const rows = configurationOptions().map(
    ({ variable, fallback, prose }) =>
      `| \`${variable}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${prose} |`,
  )
  return `| variable | default | meaning |
| --- | --- | --- |
${rows.join('\n')}`
}

function metrics(): string {
  const rows = Object.entries(ALL_METRICS).map(([name, { type, labels = [], help, act }]) => {
    const labelled = labels.length === 0 ? '' : ` by ${labels.map(label => `\`${label}\``).join(', ')}`
    return `| \`${name}\` | ${type}${labelled} | ${help} | ${act} |`
  })
  return `| metric | kind | meaning | what to do |
| --- | --- | --- | --- |
${rows.join('\n')}`
}

function events(): string {
  const rows = Object.entries(AUDIT_EVENTS).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`)
  return `| event | what happened |
| --- | --- |
${rows.join('\n')}`
}

/** A page with the parts between its marks made anew. */
function filled(name: string, parts: Readonly<Record<string, string>>): string {
  let page = readFileSync(join(import.meta.dirname, name), 'utf8')
  for (const [what, text] of Object.entries(parts)) {
    const begin = `<!-- generated: ${what} -->`
    const from = page.indexOf(begin) + begin.length
    page = `${page.slice(0, from)}\n\n${text}\n\n${page.slice(page.indexOf(END, from))}`
  }
  return page
}

if (import.meta.main) {
  for (const [name, text] of await generated()) writeFileSync(join(import.meta.dirname, name), text)
}
