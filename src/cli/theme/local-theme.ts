import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { labelsOf } from '../../core/labels.ts'
import { DEFAULT_LOCALE } from '../../core/locale.ts'
import { isLabelFile, labelFolder } from '../../core/places.ts'
import { projectFile } from '../../program.ts'
import { TEMPLATES, type ThemeFolder } from './folder.ts'

/** The original theme, which is shipped with these commands. */
export const MASTER_FOLDER = projectFile('master/templates')

/** A file of the folder, or a file of the master that the folder does not have. */
export interface LocalFile {
  readonly path: string
  readonly from: 'theme' | 'master'
  /** Its location, for people. */
  readonly place: string
  readonly text: string
}

/** The text of a label, and its location. */
export interface LabelPlace extends LocalFile {
  readonly locale: string
  readonly name: string
  readonly value: string
  readonly line: number
}

/** Every file of the master, by path. */
export function masterFiles(): Map<string, Buffer> {
  const names = readdirSync(MASTER_FOLDER, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return new Map(
    names.map(file => [file.slice(MASTER_FOLDER.length + 1).replaceAll('\\', '/'), readFileSync(file)]),
  )
}

/**
 * The texts that pages are made from, without a service: files of the folder override those of the master. Label files
 * of both are included.
 */
export function localFiles(folder: ThemeFolder): LocalFile[] {
  const own = [...folder.digests().keys()].filter(isReadable).map(path => ({
    path,
    from: 'theme' as const,
    place: `${TEMPLATES}/${path}`,
    text: folder.read(path).toString('utf8'),
  }))
  const taken = new Set(own.map(({ path }) => path))
  const masters = [...masterFiles()]
    .filter(([path]) => isReadable(path) && (!taken.has(path) || isLabelFile(path)))
    .map(([path, bytes]) => ({
      path,
      from: 'master' as const,
      place: `master:${path}`,
      text: bytes.toString('utf8'),
    }))
  return [...own, ...masters]
}

/** Every label in every language. */
export function labelPlaces(files: readonly LocalFile[]): LabelPlace[] {
  return files
    .filter(({ path }) => isLabelFile(path))
    .flatMap(file =>
      Array.from(labelsOf(file.text), ([name, { text: value, offset }]) => ({
        ...file,
        locale: labelFolder(file.path) || DEFAULT_LOCALE,
        name,
        value,
        line: lineOf(file.text, offset),
      })),
    )
}

/** The line number of an offset. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function isReadable(path: string): boolean {
  return /\.(?:html?|xml|properties|css|js|txt|svg)$/i.test(path)
}
