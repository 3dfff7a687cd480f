import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Content, LintedMaster, Linter, type Severity } from '../../lint/lint.ts'
import { repositorySettings } from '../lint-settings.ts'
import { folderFiles } from '../lint-source.ts'
import { textReport } from '../lint-text.ts'
import { placeOf, TEMPLATES, type ThemeFolder } from './folder.ts'
import { MASTER_FOLDER } from './local-theme.ts'

/** The linter's report on a folder. It needs no service. */
export function lintFolder(
  root: string,
  folder: ThemeFolder,
): { readonly worst: Severity | undefined; readonly report: string } {
  const templates = join(root, TEMPLATES)
  // Git keeps no empty folders: after the last file was deleted, a clone does not have this one.
  const { files, refused } = existsSync(templates)
    ? folderFiles(templates, false, path => folder.ignores(path))
    : { files: new Map<string, Content>(), refused: [] }
  const linter = new Linter(
    files,
    new LintedMaster(folderFiles(MASTER_FOLDER).files),
    repositorySettings(root),
  )
  const { findings, counts } = linter.report()
  const all = {
    findings: [...refused, ...findings],
    counts: { ...counts, fatal: counts.fatal + refused.length },
  }
  const bad = all.counts.fatal + all.counts.error > 0
  const worst = bad ? 'error' : all.counts.warning > 0 ? 'warning' : undefined
  return { worst, report: textReport(all, placeOf) }
}
