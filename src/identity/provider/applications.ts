import { contentTag } from '../../content-tag.ts'
import { type Factor, factorsIn } from '../../core/flows/assurance.ts'
import { checkPrecondition, type Precondition } from '../../core/precondition.ts'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import { assignable, DEFAULT_THEME } from '../../core/theme.ts'
import type { Application, TenantStore } from '../../store/store.ts'
import { assertRegistration } from '../designs/flows.ts'
import { assertSources } from '../sources/registry.ts'
import { type Actor, COMMAND_LINE, recorded } from '../tenancy/actor.ts'
import { PLAIN_APPLICATION } from '../tenancy/built-in-applications.ts'
import { label } from '../tenancy/display-name.ts'
import { newSecret, secretHash } from '../tenancy/secrets.ts'
import { keepFormerSecret, keepTime } from './former-secrets.ts'
import { isWeb, redirectAddresses } from './redirects.ts'

/** The settings of an application. */
export interface ApplicationSettings extends Switches {
  readonly name: string
  /** Null or an empty text means no description. */
  readonly description?: string | null | undefined
  /** Null means the default theme. */
  readonly themeId?: string | null | undefined
  readonly redirects?: readonly string[] | undefined
  readonly logoutRedirects?: readonly string[] | undefined
  readonly factors?: readonly string[] | undefined
  /** The reference of its own registration; null means that of the tenant. */
  readonly registration?: string | null | undefined
  /** The ids of the identity sources that it offers; null means all. */
  readonly sources?: readonly string[] | null | undefined
}

/** The settings that are on or off. */
type Switches = {
  readonly [Name in keyof Application as Application[Name] extends boolean ? Name : never]?:
    | boolean
    | undefined
}

type SettingsChange = { readonly [Name in keyof ApplicationSettings]?: ApplicationSettings[Name] | undefined }

/** An application, with its secret if one was just created. The secret is not available anywhere else. */
export type MadeApplication = Omit<Application, 'secretHash'> & {
  readonly clientId: string
  readonly clientSecret?: string
}

/** Adds an application. A public application has no secret, and authenticates with PKCE. */
export async function createApplication(
  store: TenantStore,
  { public: isPublic, ...settings }: ApplicationSettings & { readonly public?: boolean | undefined },
  by: Actor = COMMAND_LINE,
): Promise<MadeApplication> {
  const secret = isPublic ? undefined : newSecret()
  const application: Application = {
    // The command line shows the fields in this order.
    id: store.newId(),
    name: label('name', settings.name),
    ...PLAIN_APPLICATION,
    ...checkedSettings(settings),
    secretHash: secret === undefined ? null : secretHash(secret),
  }
  checkFormPost(application)
  await store.write(async tx => {
    await tx.tenant.lock()
    await assertRegistration(tx, settings.registration)
    await assertSources(tx, application.sources ?? [])
    await tx.applications.create(application)
    const details = { name: application.name }
    await recorded(tx, by, 'application-created', { application: application.id, details })
  })
  const { secretHash: _, ...made } = application
  return { ...made, clientId: made.id, ...(secret !== undefined && { clientSecret: secret }) }
}

/** The ETag of an application. A new secret does not change it. */
export function applicationTag({ secretHash, ...application }: Application): string {
  return contentTag({ ...application, public: secretHash === null })
}

/** Changes the given settings of an application. Returns it after the change. */
export async function updateApplication(
  store: TenantStore,
  id: string,
  settings: SettingsChange,
  by: Actor = COMMAND_LINE,
  precondition: Precondition = {},
): Promise<Application> {
  const { redirects, formPost, themeId } = settings
  return await store.write(async tx => {
    await tx.tenant.lock()
    const before = await tx.applications.get(id)
    if (before === undefined) throw unknown(id)
    checkPrecondition(precondition, 'application', applicationTag(before))
    await assertRegistration(tx, settings.registration)
    await assertSources(tx, settings.sources ?? [])
    checkFormPost({ redirects: redirects ?? before.redirects, formPost: formPost ?? before.formPost })
    if (!(await tx.applications.update(id, checkedSettings(settings)))) throw unknown(id)
    const changed = Object.keys(given(settings)).join(' ')
    const details = { changed, ...(themeId !== undefined && { themeId: themeId ?? DEFAULT_THEME }) }
    await recorded(tx, by, 'application-changed', { application: id, details })
    return (await tx.applications.get(id))!
  })
}

/** The given settings, validated. */
function checkedSettings(settings: SettingsChange): Partial<Application> {
  const {
    name,
    description,
    themeId,
    redirects,
    logoutRedirects,
    factors,
    registration,
    sources,
    ...switches
  } = settings
  return {
    ...given(switches),
    ...(name !== undefined && { name: label('name', name) }),
    ...(description !== undefined && { description: descriptionOf(description) }),
    ...(themeId !== undefined && { themeId: assignable(themeId) }),
    ...(redirects !== undefined && { redirects: redirectAddresses('redirect URI', redirects) }),
    ...(logoutRedirects !== undefined && {
      logoutRedirects: redirectAddresses('logout redirect URI', logoutRedirects),
    }),
    ...(factors !== undefined && { factors: accepted(factors) }),
    ...(registration !== undefined && { registration: registration || null }),
    ...(sources !== undefined && { sources: sources && [...new Set(sources)] }),
  }
}

function descriptionOf(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : label('description', text)
}

/** An object without its undefined values. */
function given<T extends object>(values: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof T]?: Exclude<T[Name], undefined> }
}

/** A secret that was just created, and until when the former one is still accepted. */
export interface RotatedSecret {
  readonly clientId: string
  readonly clientSecret: string
  readonly formerSecretUntil?: string
}

/** Gives an application a new secret. The old one expires at once, or after the time in `keep`, such as `24h`. */
export async function rotateApplication(
  store: TenantStore,
  id: string,
  keep?: string,
  by: Actor = COMMAND_LINE,
): Promise<RotatedSecret> {
  const until = keep === undefined ? undefined : store.now() + keepTime(keep)
  const clientSecret = newSecret()
  const formerSecretUntil = until === undefined ? undefined : new Date(until).toISOString()
  const kept = formerSecretUntil === undefined ? {} : { formerSecretUntil }
  await store.write(async tx => {
    await tx.tenant.lock()
    const before = await tx.applications.get(id)
    if (before === undefined) throw unknown(id)
    if (before.secretHash === null)
      throw invalidValue('This application is public and has no secret, so there is nothing to rotate.')
    await keepFormerSecret(tx, id, before.secretHash, until)
    await tx.applications.update(id, { secretHash: secretHash(clientSecret) })
    await recorded(tx, by, 'application-rotated', { application: id, details: kept })
  })
  return { clientId: id, clientSecret, ...kept }
}

/** Gives an application a theme; `default` removes its own theme. */
export async function assignTheme(store: TenantStore, id: string, themeId: string): Promise<void> {
  await updateApplication(store, id, { themeId })
}

export async function removeApplication(
  store: TenantStore,
  id: string,
  by: Actor = COMMAND_LINE,
  precondition: Precondition = {},
): Promise<void> {
  await store.write(async tx => {
    await tx.tenant.lock()
    const before = await tx.applications.get(id)
    if (before === undefined) throw unknown(id)
    checkPrecondition(precondition, 'application', applicationTag(before))
    await tx.applications.remove(id)
    await recorded(tx, by, 'application-removed', { application: id })
  })
}

function unknown(applicationId: string): Refusal {
  return new Refusal('application_unknown', { applicationId })
}

/** The second factors of a list; throws if the list is not valid. */
export function accepted(given: readonly string[]): Factor[] {
  const factors = factorsIn(given.join(','))
  if (factors !== undefined) return factors
  throw invalidValue('The factors must be app, or app and mail.')
}

/** Browsers post forms only to web addresses. An app with its own scheme would be opened without the code. */
function checkFormPost({ redirects, formPost }: Pick<Application, 'redirects' | 'formPost'>): void {
  if (!formPost || redirects.every(isWeb)) return
  throw invalidValue(
    'The response mode form_post works only with redirect URIs that begin with https: or http:. Change the redirect URIs, or do not allow form_post.',
  )
}
