import { parse } from 'smol-toml'
import { nearest } from '../core/nearest.ts'
import { isScriptOrigin, type Level, type LintSettings, levelFlaw, ruleFlaw } from '../lint/lint.ts'
import { shown } from './lint-shown.ts'
import { quoted, settingsFile, type Table, tableOf, writtenSettings } from './settings-file.ts'

/**
 * The settings of a repository: `tabard.toml` in a folder, or in a folder above it up to the root of the repository.
 */
export function repositorySettings(folder: string): LintSettings {
  const file = settingsFile(folder)
  if (file === undefined) return {}
  const { settings, mistake } = writtenSettings(file, parse)
  const keys = (table: Table, name: string, known: readonly string[]) => {
    for (const key of Object.keys(table))
      if (!known.includes(key))
        throw mistake(`there is no setting ${quoted(key)} ${name}.${suggestion(key, known)}`)
  }
  keys(settings, 'here', ['environments', 'lint'])
  const lint = tableOf(settings.lint, '[lint]', mistake)
  keys(lint, 'in [lint]', ['rules', 'script-origins'])
  const origins = lint['script-origins'] ?? []
  if (!Array.isArray(origins) || !origins.every(isScriptOrigin))
    throw mistake('script-origins must be a list of origins such as "https://cdn.example.com".')
  const rules = Object.entries(tableOf(lint.rules, '[lint.rules]', mistake)).map(([id, level]) => {
    assertRule(id, mistake)
    const flaw = levelFlaw(id, level)
    if (flaw !== undefined) throw mistake(shown(flaw))
    return [id, level as Level] as const
  })
  return { rules: Object.fromEntries(rules), allowed: { scriptOrigins: origins } }
}

/** Fails if no rule has this id. */
export function assertRule(id: string, mistake: (text: string) => Error): void {
  const flaw = ruleFlaw(id)
  if (flaw !== undefined) throw mistake(`${shown(flaw)} "tabard lint --list" shows all rules.`)
}

function suggestion(word: string, known: readonly string[]): string {
  const meant = nearest(word.slice(0, 100), known)
  return meant === undefined ? '' : ` Did you mean ${quoted(meant)}?`
}
