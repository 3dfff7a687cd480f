import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Creates a folder that only its owner can read, and its parents. Node's recursive mkdir never ends where a file system
 * does not allow new folders, such as /proc.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Whether a folder has a database file. A folder that this user may not look into may have one. */
export function hasDatabaseFile(folder: string): boolean {
  try {
    return statSync(join(folder, 'tabard.db')) !== undefined
  } catch (error) {
    return isDenied(error)
  }
}

/** Why this user may not use a data folder, if it or its database belongs to another one, and what to do. */
export function foreignOwner(folder: string, error: unknown): string | undefined {
  const own = process.geteuid?.()
  if (own === undefined || !isDenied(error)) return undefined
  const path = resolve(folder)
  for (const [what, name] of [
    ['file', join(path, 'tabard.db')],
    ['folder', path],
  ] as const) {
    const owner = ownerOf(name)
    if (owner === undefined || owner === own) continue
    return `The ${what} ${name} belongs to user ${owner}, and this process runs as user ${own}. Run commands as the user of the service. If this is the service, run "chown -R ${own} ${path}" as root.`
  }
  return undefined
}

function isDenied(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')
}

function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid
  } catch {
    return undefined
  }
}
