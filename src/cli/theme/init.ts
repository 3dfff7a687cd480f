import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { print } from '../print.ts'
import { Problem } from '../problem.ts'
import { doing } from '../progress.ts'
import { SETTINGS_FILE } from '../settings-file.ts'
import { assertServer, type Context, sessionOf } from './context.ts'
import { TEMPLATES, ThemeFolder } from './folder.ts'
import { brandingPath, encodedPath, themeIdFor, themePath } from './themes.ts'
import type { FileList } from './wire.ts'

const IGNORES = `# Files that no command sends, fetches or checks, written as in .gitignore.
.DS_Store
Thumbs.db
*~
*.psd
`

/** `init`: writes the settings file, the ignore file and the first files of a folder. */
export async function init(
  name: string | undefined,
  { from }: { readonly from?: string },
  context: Context,
): Promise<void> {
  const { folder, clientId, options } = context
  const server = assertServer(context)
  const theme = name ?? context.theme ?? 'default'
  const file = join(folder, SETTINGS_FILE)
  if (existsSync(file))
    throw new Problem(4, `${folder} has a ${SETTINGS_FILE} already. Edit that file instead.`)
  const files = from === undefined ? new Map<string, Buffer>() : await filesFrom(from, context)
  const here = new ThemeFolder(folder)
  const taken = [...here.digests().keys()].find(path => files.has(path))
  if (taken !== undefined)
    throw new Problem(
      4,
      `The folder has files of a theme already, such as ${TEMPLATES}/${taken}. Choose an empty folder.`,
    )
  const lines = [
    '[environments.default]',
    `server = ${JSON.stringify(server)}`,
    `theme = ${JSON.stringify(theme)}`,
    ...(clientId === undefined ? [] : [`client-id = ${JSON.stringify(clientId)}`]),
  ]
  mkdirSync(join(folder, TEMPLATES), { recursive: true })
  for (const [path, bytes] of files) here.write(path, bytes)
  writeFileSync(file, `${lines.join('\n')}\n`)
  const ignores = join(folder, '.tabardignore')
  if (!existsSync(ignores)) writeFileSync(ignores, IGNORES)
  if (options.json) print({ folder, server, theme, files: files.size }, options)
  else
    console.error(
      from === undefined
        ? `Wrote ${SETTINGS_FILE} and .tabardignore. Run "tabard theme pull" to fetch the customized files.`
        : `Wrote ${SETTINGS_FILE}, .tabardignore and ${files.size} files.`,
    )
}

/** The customized files of a theme, or all files of the master. */
async function filesFrom(given: string, context: Context): Promise<Map<string, Buffer>> {
  if (given === 'master') return (await import('./local-theme.ts')).masterFiles()
  const session = sessionOf(context)
  const id = await themeIdFor(session, given)
  const { data } = await session.json<FileList>({ path: themePath(id) })
  const found = new Map<string, Buffer>()
  await doing('Reading the theme', async () => {
    for (const { path, state } of data.files)
      if (state !== 'master')
        found.set(path, (await session.call({ path: `${brandingPath(id)}/${encodedPath(path)}` })).body)
  })
  return found
}
