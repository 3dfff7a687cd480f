import { contentTag } from '../../content-tag.ts'
import { checkPrecondition, type Precondition } from '../../core/precondition.ts'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import { attributeBook } from '../../core/user-flows/attribute-book.ts'
import { isError, readFlow } from '../../core/user-flows/mistakes.ts'
import { attributeMistakes, MOST_ATTRIBUTES, type OwnAttribute } from '../../core/user-flows/own-attribute.ts'
import type { TenantStore, TenantTransaction } from '../../store/store.ts'
import { recorded } from '../tenancy/actor.ts'
import type { Designer } from './designer.ts'

export async function attributeOf({ attributes }: TenantStore, name: string): Promise<OwnAttribute> {
  const found = (await attributes.list()).find(other => other.name === name)
  if (found === undefined) throw new Refusal('attribute_unknown', { name })
  return found
}

/** Adds or changes an attribute. Refuses a change that would break a published flow. */
export async function keepAttribute(
  store: TenantStore,
  name: string,
  value: unknown,
  by: Designer,
  precondition: Precondition = {},
): Promise<OwnAttribute> {
  const mistakes = attributeMistakes(value)
  if (mistakes.length > 0) throw new Refusal('flow_invalid', { mistakes })
  const { $schema: _, ...attribute } = value as OwnAttribute & { $schema?: string }
  if (attribute.name !== name)
    throw invalidValue(`The document describes the attribute "${attribute.name}", not "${name}".`)
  await store.write(async tx => {
    await tx.tenant.lock()
    const before = await tx.attributes.list()
    const others = before.filter(other => other.name !== name)
    const old = before.find(other => other.name === name)
    checkPrecondition(precondition, 'attribute', old && contentTag(old))
    if (old === undefined && before.length >= MOST_ATTRIBUTES)
      throw invalidValue(`A tenant can add at most ${MOST_ATTRIBUTES} attributes.`)
    if (old !== undefined && old.kind !== attribute.kind)
      throw new Refusal('attribute_in_use', {
        name,
        why: `its kind is ${old.kind}, which cannot be changed.`,
      })
    await assertUsable(tx, name, [...others, attribute])
    await tx.attributes.keep(attribute)
    await recorded(tx, by, 'attribute-changed', { details: { attribute: name, by: by.author } })
  })
  return attribute
}

/** Removes an attribute with all its values. Refuses if a flow asks for it. */
export async function removeAttribute(
  store: TenantStore,
  name: string,
  by: Designer,
  precondition: Precondition = {},
): Promise<void> {
  await store.write(async tx => {
    await tx.tenant.lock()
    const before = await tx.attributes.list()
    const old = before.find(other => other.name === name)
    if (old === undefined) throw new Refusal('attribute_unknown', { name })
    checkPrecondition(precondition, 'attribute', contentTag(old))
    await assertUsable(
      tx,
      name,
      before.filter(other => other.name !== name),
    )
    await tx.attributes.remove(name)
    await recorded(tx, by, 'attribute-removed', { details: { attribute: name, by: by.author } })
  })
}

/** Refuses attributes with which a published flow could not be used. */
async function assertUsable(
  tx: TenantTransaction,
  name: string,
  attributes: readonly OwnAttribute[],
): Promise<void> {
  const book = attributeBook(attributes)
  for (const { reference, document } of await tx.flows.list()) {
    const mistake = document && readFlow(document, book).mistakes.find(isError)
    if (mistake !== undefined) {
      const why = `the flow "${reference}" could not be used (${mistake.path}: ${mistake.reason})`
      throw new Refusal('attribute_in_use', { name, why })
    }
  }
}
