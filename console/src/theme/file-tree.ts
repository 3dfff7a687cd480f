import type { ListedFile } from '../wire.ts'

export type { ListedFile } from '../wire.ts'

export interface Folder {
  /** The path, ending with a slash. */
  readonly path: string
  readonly name: string
  readonly folders: readonly Folder[]
  readonly files: readonly ListedFile[]
  /** The number of customized and added files below it. */
  readonly own: number
}

/** A visible line of the tree. */
export type Row =
  | { readonly level: number; readonly folder: Folder; readonly open: boolean }
  | { readonly level: number; readonly file: ListedFile; readonly name: string }

/** The folders of files, which must be sorted by path. A folder that contains only one folder is combined with it. */
export function folderOf(files: readonly ListedFile[], path = '', name = ''): Folder {
  const below = Map.groupBy(files, file => {
    const rest = file.path.slice(path.length)
    return rest.includes('/') ? rest.slice(0, rest.indexOf('/')) : ''
  })
  const here = below.get('') ?? []
  below.delete('')
  const [only] = below.keys()
  if (path !== '' && here.length === 0 && below.size === 1 && only !== undefined)
    return folderOf(files, `${path}${only}/`, `${name}/${only}`)
  const folders = Array.from(below, ([child, some]) => folderOf(some, `${path}${child}/`, child))
  return { path, name, folders, files: here, own: files.filter(({ state }) => state !== 'master').length }
}

const SIGN_IN = 'authentication/login/cloud_directory/user_login/default/cloud_directory_login.html'

/** The default file: the first one of the theme's own, otherwise the sign-in page. */
export function firstFile(files: readonly ListedFile[]): string {
  return files.find(({ state }) => state !== 'master')?.path ?? SIGN_IN
}

/** The visible lines of a folder, from top to bottom. */
export function rowsOf(folder: Folder, isOpen: (path: string) => boolean, level = 1): Row[] {
  const folders = folder.folders.flatMap(child => {
    const open = isOpen(child.path)
    return [{ level, folder: child, open }, ...(open ? rowsOf(child, isOpen, level + 1) : [])]
  })
  const files = folder.files.map(file => ({ level, file, name: file.path.slice(folder.path.length) }))
  return [...folders, ...files]
}

/** The folders above a path. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`)
}
