// Writes the parts of the documentation that come from tables in the code.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configurationOptions } from '../src/config.ts'
import { FAULTS, OAUTH_MESSAGES, OAUTH_OTHER } from '../src/http/faults.ts'
import { MESSAGES } from '../src/http/messages.ts'
import { ALL_METRICS } from '../src/http/metric-table.ts'
import { themeReference } from './theme-reference.ts'

const END = '<!-- end of what is generated -->'

/** The generated files, by path below `docs`. */
export function generated(): Map<string, string> {
  return new Map([
    ['configuration.md', configuration()],
    ['api.md', filled('api.md', 'messages', messages())],
    ['operations.md', filled('operations.md', 'metrics', metrics())],
    ['themes.md', filled('themes.md', 'reference', themeReference())],
  ])
}

function configuration(): string {
  const rows = configurationOptions().map(
    ({ variable, fallback, prose }) =>
      `| \`${variable}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${prose} |`,
  )
  return `# Configuration

Everything is set by environment variables. They are checked at start: every mistake is named at once, and
the service does not start with one. An empty variable counts as unset.

| variable | default | meaning |
| --- | --- | --- |
${rows.join('\n')}

This page is made from the table in \`src/config.ts\` by \`npm run docs\`.
`
}

function messages(): string {
  const all = [...Object.values(FAULTS), ...Object.values(MESSAGES)].map(({ id, status, title }) => ({
    id,
    status,
    title,
  }))
  const rows = all
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, status, title }) => `| \`${id}\` | ${status} | ${title} |`)
  const oauth = Object.entries(OAUTH_MESSAGES).map(([error, id]) => `| \`${id}\` | \`${error}\` |`)
  return `| messageId | status | meaning |
| --- | --- | --- |
${rows.join('\n')}

At the token endpoint these ride along with the OAuth error:

| messageId | error |
| --- | --- |
${oauth.join('\n')}
| \`${OAUTH_OTHER}\` | any other |`
}

function metrics(): string {
  const rows = Object.entries(ALL_METRICS).map(([name, { type, labels = [], help, act }]) => {
    const labelled = labels.length === 0 ? '' : ` by ${labels.map(label => `\`${label}\``).join(', ')}`
    return `| \`${name}\` | ${type}${labelled} | ${help} | ${act} |`
  })
  return `| metric | kind | what it tells | when it moves |
| --- | --- | --- | --- |
${rows.join('\n')}`
}

/** A page with the part between its marks made anew. */
function filled(name: string, what: string, text: string): string {
  const page = readFileSync(join(import.meta.dirname, name), 'utf8')
  const begin = `<!-- generated: ${what} -->`
  const before = page.slice(0, page.indexOf(begin) + begin.length)
  return `${before}\n\n${text}\n\n${page.slice(page.indexOf(END))}`
}

if (import.meta.main) {
  for (const [name, text] of generated()) writeFileSync(join(import.meta.dirname, name), text)
}
