import { execFile } from 'node:child_process'

/**
 * What the repository of a folder is called on every machine: the address of `origin` without how it is reached, and the
 * folder in it. Undefined outside a repository, and in one without `origin`.
 */
export async function repositoryName(folder: string): Promise<string | undefined> {
  const address = await git(folder, 'config', '--get', 'remote.origin.url')
  if (address === undefined) return undefined
  const below = (await git(folder, 'rev-parse', '--show-prefix')) ?? ''
  return [addressName(address), below.replace(/\/$/, '')].filter(part => part !== '').join('#')
}

/** What the last commit says, where the folder is in a repository of git. */
export async function subjectOfCommit(folder: string): Promise<string | undefined> {
  return (await git(folder, 'log', '-1', '--format=%s'))?.slice(0, 1000)
}

/** An address without protocol, credentials and port, so that it is the same for everybody. */
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
  return await new Promise(resolve =>
    execFile('git', words, { cwd: folder, timeout: 5000 }, (error, text) =>
      resolve(error === null ? text.trim() || undefined : undefined),
    ),
  )
}
