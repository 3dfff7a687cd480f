import { shown } from '../lint-shown.ts'
import { print } from '../print.ts'
import { type Context, sessionOf } from './context.ts'
import { themeIdOf, themePath } from './themes.ts'

/** `mail send`: sends a mail of the theme with sample values. */
export async function send(
  mail: string,
  { to = '', locale }: { readonly to?: string; readonly locale?: string },
  context: Context,
): Promise<void> {
  const session = sessionOf(context)
  const id = await themeIdOf(session, context)
  const query = locale === undefined ? '' : `?locale=${encodeURIComponent(locale)}`
  await session.call({
    method: 'POST',
    path: `${themePath(id)}/mails/${encodeURIComponent(mail)}${query}`,
    json: { to },
  })
  if (context.options.json) print({ id, mail, to }, context.options)
  else console.error(`If ${shown(to)} belongs to somebody who may use the console, the mail is on its way.`)
}
