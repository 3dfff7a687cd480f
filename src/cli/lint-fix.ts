import { decodedText } from '../core/labels.ts'
import { type Content, type Finding, fixedText, type Linter } from '../lint/lint.ts'
import { removeUnchanged, replaceUnchanged } from './unchanged-file.ts'

/**
 * The maximum number of passes. One fix can make another possible that overlapped it, and two fixes that undo each
 * other must not loop.
 */
const PASSES = 10

/** A file that was changed, and the fixes that changed it. */
export interface FixedFile {
  readonly file: string
  readonly removed: boolean
  readonly fixes: readonly { readonly rule: string; readonly title: string }[]
}

/** A file that could not be changed, and why. */
export interface FailedFile {
  readonly file: string
  readonly reason: string
}

/** The result of fixing the files of a folder. */
export interface FixReport {
  readonly fixed: readonly FixedFile[]
  readonly failed: readonly FailedFile[]
}

/**
 * Applies the fixes of all findings in a folder, and updates the linter. A file that fails does not affect the others.
 */
export function fixFolder(templates: string, files: Map<string, Content>, linter: Linter): FixReport {
  const fixed = new Map<string, FixedFile>()
  const failed = new Map<string, FailedFile>()
  for (let pass = 0; pass < PASSES; pass++) {
    const fixable = linter
      .findings()
      .filter(({ fix, file }) => fix !== undefined && files.has(file) && !failed.has(file))
    let changed = false
    for (const [file, findings] of Map.groupBy(fixable, finding => finding.file)) {
      try {
        const made = fixFile(`${templates}/${file}`, files, file, findings)
        if (made.length === 0) continue
        const bytes = files.get(file)?.bytes
        linter.change(file, bytes)
        const fixes = made.map(({ rule, fix }) => ({ rule, title: fix!.title }))
        const before = fixed.get(file)?.fixes ?? []
        fixed.set(file, { file, removed: bytes === undefined, fixes: [...before, ...fixes] })
        changed = true
      } catch (error) {
        if (!(error instanceof Error && ('syscall' in error || error.name === 'ChangedFile'))) throw error
        failed.set(file, { file, reason: error.message })
      }
    }
    if (!changed) break
  }
  return { fixed: [...fixed.values()], failed: [...failed.values()] }
}

/** Changes or removes a file. Returns the findings that are fixed. */
function fixFile(
  place: string,
  files: Map<string, Content>,
  file: string,
  findings: readonly Finding[],
): readonly Finding[] {
  const content = files.get(file)!
  const removal = findings.find(({ fix }) => fix!.edits === 'remove')
  if (removal !== undefined) {
    removeUnchanged(place, content)
    files.delete(file)
    return [removal]
  }
  const edits = findings.flatMap(({ fix }) => (fix!.edits === 'remove' ? [] : [fix!.edits]))
  const { text, made } = fixedText(decodedText(content.bytes), edits)
  if (made.length === 0) return []
  const bytes = Buffer.from(text)
  replaceUnchanged(place, content, bytes)
  files.set(file, { bytes })
  return made.map(index => findings[index]!)
}
