import { createPrivateKey, type KeyObject } from 'node:crypto'
import { contentTag } from '../../content-tag.ts'
import { presetOf } from '../../core/federation/presets.ts'
import {
  changedSource,
  type GivenSource,
  newSource,
  type SourceSettings,
} from '../../core/federation/source-settings.ts'
import { checkPrecondition, type Precondition } from '../../core/precondition.ts'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import type { IdentitySource, TenantStore, TenantTransaction } from '../../store/store.ts'
import { accountOf } from '../directory/accounts.ts'
import { endConsoleSessions, endLinkedConsoleSessions } from '../sessions/console-sessions.ts'
import { type Actor, COMMAND_LINE, recorded } from '../tenancy/actor.ts'
import { isTestAccount } from '../tenancy/built-in-applications.ts'

/** The given settings of a source, with its secret or private key; null removes the secret. */
export type SourceWish = GivenSource & { readonly secret?: string | null | undefined }

/** Who manages sources. `by` is the name in the audit trail, such as `client:ci`, for those who have no account. */
export type Registrar = Actor & { readonly by?: string }

const MOST_SOURCES = 50
const LONGEST_SECRET = 16_384

/** Adds an identity source. */
export async function createSource(
  store: TenantStore,
  { secret = null, ...given }: SourceWish,
  by: Registrar = COMMAND_LINE,
): Promise<IdentitySource> {
  const settings = newSource(given)
  const kept = checkedSecret(settings, secret)
  assertProof(settings, kept !== null)
  const id = store.newId()
  await store.write(async tx => {
    await tx.tenant.lock()
    const others = await tx.identitySources.list()
    if (others.length >= MOST_SOURCES)
      throw invalidValue(`A tenant can have at most ${MOST_SOURCES} identity sources. Remove one first.`)
    assertName(others, id, settings.name)
    await tx.identitySources.create(id, settings, kept)
    await told(tx, by, 'source-created', { source: id, name: settings.name, preset: settings.preset })
  })
  return (await store.identitySources.get(id))!
}

/** Changes the given settings of a source. */
export async function updateSource(
  store: TenantStore,
  reference: string,
  { secret, ...given }: SourceWish,
  by: Registrar = COMMAND_LINE,
  precondition: Precondition = {},
): Promise<IdentitySource> {
  const { id } = await foundSource(store, reference)
  return await store.write(async tx => {
    await tx.tenant.lock()
    const before = await tx.identitySources.get(id)
    if (before === undefined) throw unknown(reference)
    checkPrecondition(precondition, 'identity source', contentTag(before))
    const settings = changedSource(settingsOf(before), given)
    const kept = secret === undefined ? undefined : checkedSecret(settings, secret)
    // A client secret is not a private key, so the stored one cannot stand in for a new one.
    const fits = settings.authentication === 'none' || settings.authentication === before.authentication
    assertProof(settings, kept === undefined ? before.hasSecret && fits : kept !== null)
    // A secret belongs to one issuer. Somebody who may change addresses must not have it sent to their own.
    if (kept === undefined && before.hasSecret && settings.issuer !== before.issuer)
      throw invalidValue(
        'You changed the issuer, so the secret would be sent to another address. Enter the secret again.',
      )
    // A subject is unique only within its issuer: another issuer may give it to somebody else, who would get the account.
    if (settings.issuer !== before.issuer && (await tx.identitySources.hasLinks(id)))
      throw invalidValue(
        'Accounts are linked with people at this issuer, so the issuer of the source cannot be changed. Add another source for the new issuer, and remove this one.',
      )
    assertName(await tx.identitySources.list(), id, settings.name)
    await tx.identitySources.update(id, settings, kept)
    const changed = [...differing(settingsOf(before), settings), ...(secret === undefined ? [] : ['secret'])]
    await told(tx, by, 'source-changed', { source: id, name: settings.name, changed: changed.join(' ') })
    return (await tx.identitySources.get(id))!
  })
}

/** The names of the settings that differ. */
function differing(before: SourceSettings, after: SourceSettings): string[] {
  const was = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]))
  return Object.entries(after).flatMap(([name, value]) =>
    was.get(name) === JSON.stringify(value) ? [] : [name],
  )
}

/** Removes a source with all its links, and ends everything that the linked accounts have open. */
export async function removeSource(
  store: TenantStore,
  reference: string,
  by: Registrar = COMMAND_LINE,
  precondition: Precondition = {},
): Promise<void> {
  const { id, name } = await foundSource(store, reference)
  await store.write(async tx => {
    // The lock waits for everybody who is just being signed in through the source, so that they are signed out too.
    const before = await tx.identitySources.get(id)
    if (before === undefined) throw unknown(reference)
    checkPrecondition(precondition, 'identity source', contentTag(before))
    await endLinkedConsoleSessions(tx, id, { at: tx.now(), address: by.address, why: 'source-removed' })
    await tx.identitySources.remove(id)
    await told(tx, by, 'source-removed', { source: id, name })
  })
}

/** Notes that somebody tests a source. */
export async function noteTest(
  store: TenantStore,
  { id, name }: Pick<IdentitySource, 'id' | 'name'>,
  by: Registrar,
): Promise<void> {
  await store.write(tx => told(tx, by, 'source-tested', { source: id, name }), 'quiet')
}

/** Links an account with somebody at a source, whose id there is `subject`. */
export async function linkAccount(
  store: TenantStore,
  { source, account, subject }: { source: string; account: string; subject: string },
  by: Registrar = COMMAND_LINE,
): Promise<void> {
  const { id, name } = await foundSource(store, source)
  const { id: holder } = await accountOf(store, account)
  if (isTestAccount(holder)) throw invalidValue('A test account cannot be linked.')
  if (!/^[^\p{Cc}]{1,255}$/u.test(subject))
    throw invalidValue('The subject must have 1 to 255 visible characters.')
  await store.write(async tx => {
    const link = { source: id, subject, account: holder, email: null, origin: 'given' } as const
    if (!(await tx.identitySources.link(link)))
      throw invalidValue('This subject is linked with an account already. Remove that link first.')
    await told(tx, { ...by, account: holder }, 'source-linked', { source: id, name, origin: 'given' }, by)
  })
}

/** Removes a link, and ends everything that the account has open. */
export async function unlinkAccount(
  store: TenantStore,
  { source, account, subject }: { source: string; account: string; subject: string },
  by: Registrar = COMMAND_LINE,
): Promise<void> {
  const { id, name } = await foundSource(store, source)
  const { id: holder } = await accountOf(store, account)
  await store.write(async tx => {
    // The lock waits for a sign-in of the account that is under way, so that it is ended too.
    await tx.accounts.get(holder)
    if (!(await tx.identitySources.unlink(holder, id, subject)))
      throw new Refusal('link_unknown', { source: name })
    await endConsoleSessions(tx, holder, { at: tx.now(), address: by.address, why: 'source-unlinked' })
    await tx.records.removeOwned(holder)
    await told(tx, { ...by, account: holder }, 'source-unlinked', { source: id, name }, by)
  })
}

/** The source with this id or name. */
export async function foundSource(store: TenantStore, reference: string): Promise<IdentitySource> {
  const all = await store.identitySources.list()
  const wanted = reference.toLowerCase()
  const found =
    all.find(({ id }) => id === reference) ?? all.find(({ name }) => name.toLowerCase() === wanted)
  if (found === undefined) throw unknown(reference)
  return found
}

/** Refuses sources that do not exist. */
export async function assertSources(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  for (const id of ids) if ((await tx.identitySources.get(id)) === undefined) throw unknown(id)
}

function settingsOf({ id: _, hasSecret: __, createdAt: ___, updatedAt: ____, ...settings }: IdentitySource) {
  return settings satisfies SourceSettings
}

function assertProof({ authentication }: SourceSettings, hasSecret: boolean): void {
  if (authentication === 'none' && hasSecret)
    throw invalidValue('A source without client authentication has no secret.')
  if (authentication === 'secret' && !hasSecret) throw invalidValue('The client secret is missing.')
  if (authentication === 'key' && !hasSecret) throw invalidValue('The private key is missing.')
}

/** A secret to store. If the source authenticates with a key, it must be a valid private key. */
function checkedSecret({ authentication, preset }: SourceSettings, given: string | null): string | null {
  if (given === null || given === '') return null
  if (given.length > LONGEST_SECRET) throw invalidValue('The secret is too long.')
  if (authentication !== 'key') return given
  const key = privateKey(given)
  if (key === undefined)
    throw invalidValue('The private key must be in PEM format (PKCS #8), without a passphrase.')
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  const isP256 = type === 'ec' && details?.namedCurve === 'prime256v1'
  // Apple verifies ES256 only.
  if (presetOf(preset).signsSecret === true && !isP256)
    throw invalidValue('The private key must be a P-256 key.')
  if (!isP256 && type !== 'rsa' && type !== 'ed25519')
    throw invalidValue('The private key must be an RSA, P-256 or Ed25519 key.')
  return given
}

function privateKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

function assertName(others: readonly IdentitySource[], own: string, name: string): void {
  const taken = others.some(({ id, name: other }) => id !== own && other.toLowerCase() === name.toLowerCase())
  if (taken) throw new Refusal('source_name_taken', { name })
}

function unknown(source: string): Refusal {
  return new Refusal('source_unknown', { source })
}

type Told =
  | 'source-created'
  | 'source-changed'
  | 'source-removed'
  | 'source-tested'
  | 'source-linked'
  | 'source-unlinked'

/** Records an entry about the account in `about`. Names who did it, if that is somebody else. */
async function told(
  tx: TenantTransaction,
  { by, ...about }: Registrar,
  event: Told,
  details: Readonly<Record<string, string>>,
  who: Registrar = { by: by ?? '', ...about },
): Promise<void> {
  const named =
    who.by || (who.account !== about.account && who.account !== null ? `account:${who.account}` : '')
  await recorded(tx, about, event, { details: named === '' ? details : { ...details, by: named } })
}
