import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'smol-toml'
import { nearest } from '../core/nearest.ts'
import { type LintSettings, REFUSED, RULES, SEVERITIES, type Severity } from '../lint/lint.ts'
import { shown } from './lint-shown.ts'
import { Problem } from './problem.ts'

const NAME = 'tabard.toml'
const LEVELS = ['off', ...SEVERITIES.filter(severity => severity !== 'fatal')] as const

type Table = Readonly<Record<string, unknown>>

/** The settings of a repository: `tabard.toml` in a folder, or in one above it up to the root of the repository. */
export function repositorySettings(folder: string): LintSettings {
  const file = settingsFile(resolve(folder))
  if (file === undefined) return {}
  const mistake = (text: string) => new Problem(2, `${shown(file)}: ${text}`)
  let settings: Table
  try {
    settings = parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw mistake(`the file cannot be read. ${shown((error as Error).message.split('\n')[0]!)}`)
  }
  const keys = (table: Table, name: string, known: readonly string[]) => {
    for (const key of Object.keys(table))
      if (!known.includes(key))
        throw mistake(`there is no setting ${quoted(key)} ${name}.${suggestion(key, known)}`)
  }
  keys(settings, 'here', ['lint'])
  const lint = tableOf(settings.lint, '[lint]', mistake)
  keys(lint, 'in [lint]', ['rules', 'script-origins'])
  const origins = lint['script-origins'] ?? []
  if (!Array.isArray(origins) || !origins.every(isOrigin))
    throw mistake('script-origins must be a list of origins such as "https://cdn.example.com".')
  const rules = Object.entries(tableOf(lint.rules, '[lint.rules]', mistake)).map(([id, level]) => {
    assertRule(id, mistake)
    if (!isLevel(level)) throw mistake(`the level of ${id} must be one of ${LEVELS.join(', ')}.`)
    if (RULES.some(rule => rule.id === id && rule.severity === 'fatal'))
      throw mistake(`${id} is fatal, and its level cannot be changed: the service refuses such a theme.`)
    return [id, level] as const
  })
  return { rules: Object.fromEntries(rules), allowed: { scriptOrigins: origins } }
}

/** Fails for an id that no rule has. */
export function assertRule(id: string, mistake: (text: string) => Error): void {
  if (RULES.some(rule => rule.id === id)) return
  if (Object.hasOwn(REFUSED, id)) throw mistake(`${id} is always checked.`)
  const known = RULES.map(rule => rule.id)
  throw mistake(
    `there is no rule ${quoted(id)}.${suggestion(id, known)} "tabard lint --list" shows all rules.`,
  )
}

/** Without a repository, only the folder itself counts: a file further up may belong to somebody else. */
function settingsFile(start: string): string | undefined {
  const found: string[] = []
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, NAME))) found.push(join(folder, NAME))
    if (existsSync(join(folder, '.git'))) return found[0]
    if (dirname(folder) === folder) break
  }
  return found.find(file => dirname(file) === start)
}

function tableOf(value: unknown, name: string, mistake: (text: string) => Error): Table {
  if (value === undefined) return {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Table
  throw mistake(`${name} must be a table.`)
}

function isOrigin(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value
}

function isLevel(value: unknown): value is Exclude<Severity, 'fatal'> | 'off' {
  return LEVELS.includes(value as (typeof LEVELS)[number])
}

function suggestion(word: string, known: readonly string[]): string {
  const meant = nearest(word.slice(0, 100), known)
  return meant === undefined ? '' : ` Did you mean ${quoted(meant)}?`
}

function quoted(text: string): string {
  return `"${shown(text)}"`
}
