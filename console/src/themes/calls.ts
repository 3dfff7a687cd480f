import { ApiError, askForm, deleteFile, isMoved, putFile, sendForm, sendJson } from '../api.ts'
import { byName } from '../parts/by-name.ts'
import { forget, refresh } from '../resource.ts'
import { wholeList } from '../whole-list.ts'
import type {
  ChangedFiles,
  MadeTheme,
  NewTheme,
  Plan,
  FileChanges as SentChanges,
  ThemeConfiguration,
  ThemeSummary,
  WrittenTheme,
} from '../wire.ts'

export type { Plan, ThemeConfiguration, ThemeSummaries as ThemeList, ThemeSummary } from '../wire.ts'

export const DEFAULT_THEME = 'default'
export const MASTER = 'master'

const OWN = '/v1.0/tabard/themes'
export const THEMES = wholeList(OWN)
const BRANDING = '/v1.0/branding/themes'

/** Sorts the default theme first, and then the others by name. */
export function defaultFirst(one: ThemeSummary, other: ThemeSummary): number {
  if (one.id === DEFAULT_THEME || other.id === DEFAULT_THEME) return one.id === DEFAULT_THEME ? -1 : 1
  return byName(one.name, other.name)
}

export function themeResource(id: string): string {
  return `${OWN}/${encodeURIComponent(id)}`
}

export function themePlace(id: string): string {
  return `/themes/${encodeURIComponent(id)}`
}

/** The screen for the colors and the logo of a theme. */
export function brandPlace(id: string): string {
  return `${themePlace(id)}/brand`
}

/** The screen for editing a file of a theme; without a path, a file can be chosen there. */
export function editorPlace(id: string, path?: string): string {
  return `${themePlace(id)}/edit${path === undefined ? '' : `?file=${encodeURIComponent(path)}`}`
}

/** The screen with the problems of a theme. */
export function problemsPlace(id: string): string {
  return `${themePlace(id)}?tab=problems`
}

/** The download URL of a theme: complete, or only the files that differ from the master. */
export function downloadAddress(id: string, customizedOnly = false): string {
  return `${BRANDING}/${encodeURIComponent(id)}${customizedOnly ? '?customized_only=true' : ''}`
}

/** Reloads everything that may show a changed theme. */
export async function themesChanged(deleted?: string): Promise<void> {
  if (deleted !== undefined) forget(themeResource(deleted))
  await Promise.all([refresh(OWN), refresh('/v1.0/tabard/applications')])
}

export async function createTheme(settings: NewTheme): Promise<string> {
  const { id } = await sendJson<MadeTheme>('POST', OWN, settings)
  await themesChanged()
  return id
}

/** Creates a theme from a package. Returns its id, if the server sends it. */
export async function createFromPackage(
  files: File,
  configuration: ThemeConfiguration,
): Promise<string | undefined> {
  const answer = await sendForm<WrittenTheme | undefined>('POST', BRANDING, { files, configuration })
  await themesChanged()
  return answer?.id
}

export async function configureTheme(id: string, configuration: ThemeConfiguration): Promise<void> {
  await sendForm('PUT', downloadAddress(id), { configuration })
  await themesChanged()
}

/** The changes that a package would make, and the ETag of the theme that it was compared with. */
export async function planPackage(
  id: string,
  files: File,
): Promise<{ readonly plan: Plan; readonly etag: string | null }> {
  const { answer, etag } = await askForm<Plan>(`${themeResource(id)}/plan`, { files })
  return { plan: answer, etag }
}

/** Applies a package, unless the theme has changed since the package was compared with it. */
export async function applyPackage(id: string, files: File, etag: string | null): Promise<void> {
  await sendForm('PUT', downloadAddress(id), { files }, etag)
  await themesChanged()
}

/** Deletes a theme. The caller must leave its screen before it calls themesChanged. */
export async function deleteTheme(id: string): Promise<void> {
  await sendJson('DELETE', downloadAddress(id))
}

export async function resetThemes(): Promise<void> {
  await sendJson('DELETE', '/v1.0/branding/reset')
  await themesChanged()
}

/**
 * A path in a URL. Segments of dots are encoded together with their slash, so that they reach the server, which rejects
 * them.
 */
export function filePath(path: string): string {
  return path
    .split('/')
    .map(part => encodeURIComponent(/^\.\.?$/.test(part) ? `${part}/` : part))
    .join('/')
}

/** The URL of the current version of a file. */
export function fileAddress(id: string, path: string): string {
  return `${downloadAddress(id)}/${filePath(path)}`
}

/** The URL of the original of a customized file, as it was when the file was customized. */
export function originalAddress(id: string, path: string): string {
  return `${themeResource(id)}/originals/${filePath(path)}`
}

/** Marks a customized file as compared with its current original. */
export async function markCurrent(id: string, path: string): Promise<void> {
  await sendForm('POST', `${themeResource(id)}/push`, { configuration: { reviewed: [path] } })
  await themesChanged()
}

/** Changes of several files: the new content by path, or null to restore the master's. */
export interface FileChanges extends SentChanges {
  readonly etags: Tags
}

/** The required ETags by path, as preconditions for a write; null means that there must be no file. */
export type Tags = Readonly<Record<string, string | null>>

export function tagsOf(
  files: readonly { readonly path: string; readonly digest: string }[],
  paths: readonly string[],
): Tags {
  const fileAt = (path: string) => files.find(file => file.path === path)
  return Object.fromEntries(paths.map(path => [path, fileAt(path) ? listedTag(fileAt(path)) : null]))
}

/** The ETag of a file in a list. If the list does not have the file, the ETag matches no file. */
export function listedTag(file: { readonly digest: string } | undefined): string {
  return `"${file?.digest ?? ''}"`
}

/** Writes all of the files as one revision, or none of them. Returns their new ETags. */
export async function writeFiles(id: string, changes: FileChanges): Promise<Tags> {
  const { etags } = await sendJson<ChangedFiles>('POST', `${themeResource(id)}/files`, changes)
  return etags
}

export async function replaceFile(
  id: string,
  path: string,
  file: File,
  etag: string | null,
): Promise<string | null> {
  const replaced = await putFile(fileAddress(id, path), file, etag)
  await themesChanged()
  return replaced
}

/**
 * Restores the master's version of a file. If somebody else has changed the file, their version is loaded instead.
 * `leave` is called before anything is reloaded.
 */
export async function revertFile(
  id: string,
  path: string,
  etag: string | null,
  leave: () => void = () => undefined,
): Promise<string | null> {
  try {
    const masters = await deleteFile(fileAddress(id, path), etag)
    leave()
    await themesChanged()
    return masters
  } catch (thrown) {
    if (!isMoved(thrown)) throw thrown
    await themesChanged()
    throw new ApiError(412, 'CHANGED', REVERT_MOVED, thrown.help)
  }
}

const REVERT_MOVED =
  'Somebody else changed this file in the meantime, so it was not reverted. Cancel to see their version, then decide again.'
