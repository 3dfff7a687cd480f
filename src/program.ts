import { extname, join } from 'node:path'

// Modules must not look for files relative to themselves, because the bundler moves them. This module keeps its place
// in both src and dist, so the functions here find the files.

/** The location of a file in src that is not code, such as a page or a style sheet; `path` is relative to src. */
export function assetFile(path: string): string {
  return join(import.meta.dirname, path)
}

/** The location of a file or folder that is shipped with the program; `path` is relative to the checkout. */
export function projectFile(path: string): string {
  return join(import.meta.dirname, '..', path)
}

/**
 * The code of a worker thread; `path` is relative to src and has no extension. It is TypeScript in the sources and
 * JavaScript in the bundle.
 */
export function threadFile(path: string): URL {
  return new URL(`./${path}${extname(import.meta.url)}`, import.meta.url)
}
