import type { Value } from '../template/template.ts'
import type { CommonMacro } from './common-macros.ts'
import type { MacroEntries } from './entry.ts'
import type { MAIL_ROWS } from './mails.ts'
import type { PAGE_ROWS } from './pages.ts'

/** The rows of a table by their ids. */
type ById<Row extends { readonly id: string }> = { readonly [Each in Row as Each['id']]: Each }

type Pages = ById<(typeof PAGE_ROWS)[number]>
type Mails = ById<(typeof MAIL_ROWS)[number]>

export type PageId = keyof Pages
export type MailId = keyof Mails

type Optional<Macros> = {
  [Name in keyof Macros]: Macros[Name] extends { readonly optional: true } ? Name : never
}[keyof Macros]

/** A value for each macro. Values for the macros of every page are optional. */
type Given<Macros> = Macros extends MacroEntries
  ? { readonly [Name in Exclude<keyof Macros, Optional<Macros>>]: Value } & {
      readonly [Name in Optional<Macros> | CommonMacro]?: Value
    }
  : never

/** The values of a page; for several ids, those of any one of them. */
export type PageValues<Id extends PageId> = Given<Pages[Id]['macros']>

/** The values of a mail; for several ids, those of any one of them. */
export type MailValues<Id extends MailId> = Given<Mails[Id]['macros']>

/** A macro of any mail. */
export type MailMacro = { [Id in MailId]: keyof Mails[Id]['macros'] }[MailId]

type RowsOf<Page> = Page extends { readonly repeats: infer Repeats }
  ? {
      readonly [Name in keyof Repeats]?: Repeats[Name] extends { readonly macros: infer Macros }
        ? readonly { readonly [Macro in keyof Macros]: Value }[]
        : never
    }
  : { readonly [Name in never]: never }

/** The rows of the repeats of a page. */
export type PageRows<Id extends PageId> = RowsOf<Pages[Id]>
