import { extname, join } from 'node:path'

// Modules do not look for files beside themselves: bundled, they have no place of their own. This one always has, in
// src and in dist, so that they find files by it.

/** Where a file is that belongs to the code without being code, by its path in src. */
export function assetFile(path: string): string {
  return join(import.meta.dirname, path)
}

/** Where a file or a folder is that comes with the program, by its path in the checkout. */
export function projectFile(path: string): string {
  return join(import.meta.dirname, '..', path)
}

/** The code of a thread, by its path in src without the ending: TypeScript from the sources, JavaScript when bundled. */
export function threadFile(path: string): URL {
  return new URL(`./${path}${extname(import.meta.url)}`, import.meta.url)
}
