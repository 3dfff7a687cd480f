import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Contents, type Finding, LintedMaster, Linter, type LintSettings } from '../../src/lint/lint.ts'

/** The files of a folder, by path. */
export function folder(path: string): Contents {
  return new Map(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(file => [file.slice(path.length + 1), { bytes: readFileSync(file) }]),
  )
}

export const master = new LintedMaster(folder('master/templates'))

/** Files of the master that say the same with other bytes, and so are those of a theme. */
export function touched(files: Contents): Contents {
  return new Map(
    Array.from(files, ([path, { bytes }]) => {
      const end = /\.(?:html|xml)$/.test(path) ? '<!-- -->' : /\.(?:css|js)$/.test(path) ? '/* */' : ''
      return [path, { bytes: Buffer.concat([bytes, Buffer.from(end)]) }]
    }),
  )
}

/** What is found in a theme, given as an object of contents by path. */
export function found(
  files: Readonly<Record<string, string | Uint8Array>>,
  settings?: LintSettings,
): Finding[] {
  const contents = Object.entries(files).map(
    ([path, content]) => [path, { bytes: Buffer.from(content) }] as const,
  )
  return new Linter(new Map(contents), master, settings).findings()
}

/** The findings of some rules, as lines: rule, file, line, message. */
export function told(
  files: Readonly<Record<string, string | Uint8Array>>,
  rules: RegExp,
  settings?: LintSettings,
): string[] {
  return found(files, settings)
    .filter(({ rule }) => rules.test(rule))
    .map(({ rule, file, start, message, locales = [] }) =>
      [rule, `${file.split('/').slice(-2).join('/')}:${start.line}`, ...locales, message].join(' '),
    )
}
