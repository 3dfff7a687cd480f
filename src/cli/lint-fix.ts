import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodedText } from '../core/labels.ts'
import { type Content, type Finding, fixedText, type Linter } from '../lint/lint.ts'

/** Fixes can make room for others that overlapped them; two that undo each other must come to an end. */
const PASSES = 10

/** A file that was changed, and by what. */
export interface FixedFile {
  readonly file: string
  readonly removed: boolean
  readonly fixes: readonly { readonly rule: string; readonly title: string }[]
}

/** Makes the fixes of all findings in a folder, and tells the linter. */
export function fixFolder(templates: string, files: Map<string, Content>, linter: Linter): FixedFile[] {
  const done = new Map<string, FixedFile>()
  for (let pass = 0; pass < PASSES; pass++) {
    const fixable = linter.findings().filter(({ fix, file }) => fix !== undefined && files.has(file))
    let changed = false
    for (const [file, findings] of Map.groupBy(fixable, finding => finding.file)) {
      const made = fixFile(templates, files, file, findings)
      const bytes = files.get(file)?.bytes
      linter.change(file, bytes)
      const fixes = made.map(({ rule, fix }) => ({ rule, title: fix!.title }))
      const before = done.get(file)?.fixes ?? []
      if (fixes.length === 0) continue
      done.set(file, { file, removed: bytes === undefined, fixes: [...before, ...fixes] })
      changed = true
    }
    if (!changed) break
  }
  return [...done.values()]
}

/** Changes a file, or removes it; tells the findings that are fixed. */
function fixFile(
  templates: string,
  files: Map<string, Content>,
  file: string,
  findings: readonly Finding[],
): readonly Finding[] {
  const removal = findings.find(({ fix }) => fix!.edits === 'remove')
  if (removal !== undefined) {
    rmSync(join(templates, file))
    files.delete(file)
    return [removal]
  }
  const before = decodedText(files.get(file)!.bytes)
  const edits = findings.flatMap(({ fix }) => (fix!.edits === 'remove' ? [] : [fix!.edits]))
  const { text, made } = fixedText(before, edits)
  if (made.length === 0) return []
  const bytes = Buffer.from(text)
  replace(join(templates, file), bytes)
  files.set(file, { bytes })
  return made.map(index => findings[index]!)
}

/** Leaves the old file or the new one, never half of it. */
function replace(file: string, bytes: Uint8Array): void {
  const { mode } = statSync(file)
  const beside = `${file}.tabard-${process.pid}`
  try {
    writeFileSync(beside, bytes, { mode, flag: 'wx' })
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
