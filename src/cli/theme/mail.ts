import { shown } from '../lint-shown.ts'
import { print } from '../print.ts'
import { Problem } from '../problem.ts'
import { type Context, sessionOf } from './context.ts'
import { Refused } from './session.ts'
import { themeIdOf, themePath } from './themes.ts'

const MAIL_UNKNOWN = 'TABRD0310E'

/** `mail send`: sends a mail of the theme with sample values. */
export async function send(
  mail: string,
  { to = '', locale }: { readonly to?: string; readonly locale?: string },
  context: Context,
): Promise<void> {
  const session = sessionOf(context)
  const id = await themeIdOf(session, context)
  const query = locale === undefined ? '' : `?locale=${encodeURIComponent(locale)}`
  try {
    await session.call({
      method: 'POST',
      path: `${themePath(id)}/mails/${encodeURIComponent(mail)}${query}`,
      json: { to },
    })
  } catch (error) {
    if (!(error instanceof Refused && error.messageId === MAIL_UNKNOWN)) throw error
    throw new Problem(1, `No mail has the id "${shown(mail)}". See docs/theme-reference.md for all mails.`)
  }
  if (context.options.json) print({ id, mail, to }, context.options)
  else console.error(`If ${shown(to)} belongs to somebody who may use the console, the mail is on its way.`)
}
