import type { AttributeKey } from '../../core/attributes.ts'
import { addressedAs, fullName } from '../../core/full-name.ts'
import { changedRow } from '../../core/mail.ts'
import { escapedHtml } from '../../core/template/template.ts'
import type { Word } from '../../core/word.ts'
import type { Account } from '../../store/store.ts'
import type { Purpose } from './surfaces.ts'

/** The name by which a mail addresses a person, in the style of a language. */
export function friendlyName(
  account: Pick<Account, 'givenName' | 'familyName' | 'userName'>,
  language: string,
): string {
  return addressedAs(language, account) || account.userName
}

/** The macro values that name a person, in the name order of a language. */
export function personValues({ givenName, familyName, userName }: Account, language: string) {
  return {
    NAME: fullName(language, { givenName, familyName }) || userName,
    GIVEN_NAME: givenName ?? '',
    FAMILY_NAME: familyName ?? '',
    PREFERRED_USERNAME: userName,
  }
}

/** The macro values that name a person beside the username, if they have a name. */
export function namedValues(account: Account, language: string) {
  const values = personValues(account, language)
  return { ...values, SHOW_PREFERRED_USERNAME: values.NAME === account.userName ? 'none' : 'block' }
}

/** The rows of a table that lists changes. */
export function changedRows(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([what, value]) => changedRow(escapedHtml(what), escapedHtml(value))).join('\n')
}

/** The rows for attributes that were changed, with their new values. */
export function attributeRows(
  changed: readonly { readonly key: AttributeKey; readonly label: string }[],
  account: Pick<Account, AttributeKey>,
  word: Word,
): [string, string][] {
  return changed.map(({ key, label }) => [word(label), String(account[key] ?? '–')])
}

/** The purpose of a mail: the theme of its journey, and the language of its recipient. */
export function mailPurpose(journey: Purpose, account: Pick<Account, 'locale'> | undefined): Purpose {
  const { themeId, applicationId, locale } = journey
  return { themeId, applicationId, locale: account?.locale ?? locale }
}
