import { shown } from '../lint-shown.ts'
import { print } from '../print.ts'
import { Problem } from '../problem.ts'
import { doing } from '../progress.ts'
import { confirm } from './ask.ts'
import { type Context, sessionOf } from './context.ts'
import { Refused, type Session } from './session.ts'
import { allThemes, brandingPath, detailsOf, themeIdFor, themeIdOf } from './themes.ts'
import type { MadeTheme } from './wire.ts'

const IN_USE = 'CSIAZ3024E'
const ALL_IN_USE = 'TABRD0302E'

/** `list`: all themes. */
export async function list(context: Context): Promise<void> {
  const themes = await allThemes(sessionOf(context))
  const rows = themes.map(({ id, name, revision, customized, updatedAt, applications }) => ({
    id,
    name,
    revision,
    customized,
    updated: updatedAt,
    applications: applications.map(application => application.name),
  }))
  print(context.options.json ? themes : rows, context.options)
}

/** `info`: one theme. */
export async function info(context: Context): Promise<void> {
  const session = sessionOf(context)
  const id = await themeIdOf(session, context)
  const { files, applications, ...theme } = (await detailsOf(session, id)).data
  const address = pageAddress(session, id)
  const [{ placeOf }, { measured }] = await Promise.all([import('./folder.ts'), import('./originals.ts')])
  const outdated = files.flatMap(({ path, outdatedBase }) =>
    outdatedBase === undefined ? [] : [{ path, ...outdatedBase }],
  )
  if (context.options.json) {
    const own = files.filter(({ state }) => state !== 'master')
    const told = await measured({ session, id }, outdated)
    print({ ...theme, applications, address, files: own, outdated: told }, context.options)
    return
  }
  const users = applications.map(({ name }) => name)
  print({ ...theme, applications: users, address, outdated: outdated.length }, context.options)
  for (const { path, added, removed } of await measured({ session, id }, outdated))
    console.log(`outdated  ${shown(placeOf(path))}  (original: +${added} -${removed} lines)`)
}

/** `open`: opens the sign-in page in the theme. */
export async function open(context: Context): Promise<void> {
  const session = sessionOf(context)
  const id = await themeIdOf(session, context)
  // Fails if there is no such theme. Otherwise the page would show the default theme.
  await detailsOf(session, id)
  const address = pageAddress(session, id)
  if (context.options.json) print({ address }, context.options)
  else console.log(address)
  if (process.stdout.isTTY !== true || !context.options.input) return
  const { spawn } = await import('node:child_process')
  const programs: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  }
  const [program, ...words] = programs[process.platform] ?? ['xdg-open']
  const opened = spawn(program, [...words, address], { stdio: 'ignore', detached: true })
  opened.once('error', () => console.error('No browser could be started. Open the address yourself.'))
  opened.unref()
}

/** `create`: creates a theme that follows the master, or a copy of another theme. */
export async function create(
  name: string,
  given: { readonly description?: string; readonly from?: string; readonly ifMissing?: boolean },
  context: Context,
): Promise<void> {
  const session = sessionOf(context)
  if (given.ifMissing) {
    const known = (await allThemes(session)).find(
      theme => theme.name.toLowerCase() === name.trim().toLowerCase(),
    )
    if (known !== undefined) {
      const { id, description } = known
      print({ id, name: known.name, description }, context.options)
      return
    }
  }
  const from = given.from === undefined ? undefined : await themeIdFor(session, given.from)
  await made(session, { name, description: given.description, from }, context)
}

/** `duplicate`: creates a theme with the files of another one. */
export async function duplicate(
  name: string,
  { description }: { readonly description?: string },
  context: Context,
): Promise<void> {
  const session = sessionOf(context)
  await made(session, { name, description, from: await themeIdOf(session, context) }, context)
}

async function made(session: Session, json: object, { options }: Context): Promise<void> {
  const call = { method: 'POST', path: '/v1.0/tabard/themes', json } as const
  print((await session.json<MadeTheme>(call)).data, options)
}

/** `rename`: changes the name or the description. */
export async function rename(
  name: string | undefined,
  { description }: { readonly description?: string },
  context: Context,
): Promise<void> {
  if (name === undefined && description === undefined)
    throw new Problem(2, 'Give the new name, or a new description with --description.')
  const session = sessionOf(context)
  const id = await themeIdOf(session, context)
  const configuration = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  }
  await session.call({ method: 'PUT', path: brandingPath(id), form: { configuration } })
  const { data } = await detailsOf(session, id)
  print({ id, name: data.name, description: data.description }, context.options)
}

/** `delete`: deletes a theme with its files and its history. */
export async function remove(
  given: string | undefined,
  { force }: { readonly force?: boolean },
  context: Context,
): Promise<void> {
  const session = sessionOf(context)
  const id = await themeIdOf(session, given === undefined ? context : { theme: given })
  const { data, etag } = await detailsOf(session, id)
  const what = `The theme "${shown(data.name)}" will be deleted, with its files and its history.`
  if (!force) await confirm(context.options, { what, word: data.name, flag: '--force' })
  try {
    await session.call({ method: 'DELETE', path: brandingPath(id), headers: { 'if-match': etag } })
  } catch (error) {
    if (!(error instanceof Refused) || error.messageId !== IN_USE) throw error
    const users = (await detailsOf(session, id)).data.applications.map(({ name }) => `"${shown(name)}"`)
    throw new Problem(
      4,
      `The theme "${shown(data.name)}" is in use by ${users.join(', ')}. Assign another theme to these applications first.`,
    )
  }
  if (context.options.json) print({ id, deleted: true }, context.options)
  else console.error(`Deleted the theme "${shown(data.name)}".`)
}

/** `reset`: deletes all themes and restores the default theme. */
export async function reset({ force }: { readonly force?: boolean }, context: Context): Promise<void> {
  const session = sessionOf(context)
  const what = `All themes of ${session.server} will be deleted, and the default theme will be reverted to its original state.`
  if (!force) await confirm(context.options, { what, word: 'reset', flag: '--force' })
  try {
    await doing('Resetting', () => session.call({ method: 'DELETE', path: '/v1.0/branding/reset' }))
  } catch (error) {
    if (!(error instanceof Refused) || error.messageId !== ALL_IN_USE) throw error
    const used = (await allThemes(session)).filter(
      ({ id, applications }) => id !== 'default' && applications.length > 0,
    )
    const users = used.map(
      ({ name, applications }) =>
        `${applications.map(one => `"${shown(one.name)}"`).join(', ')} (${shown(name)})`,
    )
    throw new Problem(
      4,
      `These applications use themes: ${users.join('; ')}. Assign the default theme to them first.`,
    )
  }
  if (context.options.json) print({ reset: true }, context.options)
  else console.error('Deleted all themes, and reverted the default theme to its original state.')
}

function pageAddress({ server }: Session, id: string): string {
  return `${server}/idaas/mtfim/sps/idaas/login?runtime=true&themeId=${encodeURIComponent(id)}`
}
