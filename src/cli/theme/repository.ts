import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * The name of a folder's repository, which is the same on every machine. It consists of the address of `origin` without
 * protocol, credentials and port, and of the folder's path. Undefined outside a repository, and in one without
 * `origin`.
 */
export async function repositoryName(folder: string): Promise<string | undefined> {
  const address = await git(folder, 'config', '--get', 'remote.origin.url')
  if (address === undefined) return undefined
  const below = (await git(folder, 'rev-parse', '--show-prefix')) ?? ''
  return [addressName(address), below.replace(/\/$/, '')].filter(part => part !== '').join('#')
}

/** The subject of the last commit, if the folder is in a Git repository. */
export async function subjectOfCommit(folder: string): Promise<string | undefined> {
  return (await git(folder, 'log', '-1', '--format=%s'))?.slice(0, 1000)
}

/** An address without protocol, credentials and port, so that everybody gets the same name. */
export function addressName(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const [, host, path] = /^(?:[^@/]+@)?([^:/]+):(?!\/\/)(.+)$/.exec(address) ?? []
  const name =
    url !== undefined && url.hostname !== ''
      ? `${url.hostname}${url.pathname}`
      : host !== undefined
        ? `${host}/${path}`
        : (url?.pathname ?? address)
  return name
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .replace(/^\/+/, '')
}

async function git(folder: string, ...words: string[]): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('git', words, { cwd: folder, timeout: 5000 })
    return stdout.trim() || undefined
  } catch {
    return undefined
  }
}
