import { invalidValue, Refusal } from '../../core/refusal.ts'
import { type AttributeBook, attributeBook } from '../../core/user-flows/attribute-book.ts'
import type { Answers, Value } from '../../core/user-flows/document.ts'
import { textIn } from '../../core/user-flows/texts.ts'
import type { Word } from '../../core/word.ts'
import type { TenantStore } from '../../store/store.ts'

/** Values of attributes that the tenant has added, as an operator types them. An empty text removes a value. */
export type TypedValues = Readonly<Record<string, string>>

/** The changed values of attributes that the tenant has added, and all attributes. */
export interface OwnChange {
  readonly values: Answers
  readonly book: AttributeBook
}

/** Validates each value by the rules of forms, and leaves out those that the account already has. */
export async function ownChange(
  store: TenantStore,
  account: string | undefined,
  typed: TypedValues = {},
): Promise<OwnChange> {
  const book = attributeBook(await store.attributes.list())
  const known = account === undefined ? {} : await store.attributes.valuesOf(account)
  const values: Record<string, Value | null> = {}
  for (const [name, text] of Object.entries(typed)) {
    const attribute = book.get(name)
    if (attribute === undefined || attribute.key !== undefined)
      throw new Refusal('attribute_unknown', { name })
    const value = text === '' ? null : attribute.rule(text)
    if (value === undefined)
      throw invalidValue(
        `"${text.slice(0, 60)}" is not a valid value for the attribute "${name}" (${attribute.kind}).`,
      )
    if (value !== (known[name] ?? null)) values[name] = value
  }
  return { values, book }
}

/** The rows of a mail that list these changes. */
export function ownRows({ values, book }: OwnChange, word: Word): [string, string][] {
  return Object.entries(values).map(([name, value]) => [
    textIn(book.get(name)!.label, word),
    String(value ?? '–'),
  ])
}
