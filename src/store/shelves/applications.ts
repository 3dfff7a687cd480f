import type { Selectable } from 'kysely'
import { accessMode } from '../../core/access.ts'
import { factorsIn } from '../../core/flows/assurance.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Application } from '../kept.ts'
import type { Schema } from '../schema.ts'
import { closeRequests } from './requests.ts'
import { closeReviews } from './review-closing.ts'
import { isStorable } from './rows.ts'
import { refusing, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** Applications. */
export interface ApplicationReads {
  list(): Promise<Application[]>
  get(id: string): Promise<Application | undefined>
}

/** Applications, inside a write. */
export interface ApplicationWrites {
  /** How many applications use a theme of their own. */
  countThemed(): Promise<number>
  /** The names of the applications that use a flow for registration, in order. */
  registeringWith(flow: string): Promise<string[]>
  get(id: string): Promise<Application | undefined>
  /** Whether there is such an application. It cannot be removed until the write ends. */
  hold(id: string): Promise<boolean>
  /** Rejects a theme that does not exist. */
  create(application: Application): Promise<void>
  /** Rejects a theme that does not exist; false if there is no such application. */
  update(id: string, change: Partial<Omit<Application, 'id'>>): Promise<boolean>
  remove(id: string): Promise<boolean>
}

/** All applications, ordered by name. */
async function applications(scope: Scope): Promise<Application[]> {
  const rows = await mine(scope).orderBy('name').orderBy('id').execute()
  return rows.map(fromRow)
}

/** The application with this id. */
async function application(scope: Scope, id: string): Promise<Application | undefined> {
  if (!isStorable(id)) return undefined
  const row = await mine(scope).where('id', '=', id).executeTakeFirst()
  return row && fromRow(row)
}

/** Whether there is such an application. It cannot be removed until the transaction ends. */
async function heldApplication({ db, tenant, engine }: Scope, id: string): Promise<boolean> {
  if (!isStorable(id)) return false
  const row = db.selectFrom('applications').select('id').where('tenant', '=', tenant).where('id', '=', id)
  return (await (engine.concurrent ? row.forKeyShare() : row).executeTakeFirst()) !== undefined
}

/** How many applications use a theme of their own. */
async function themedApplications({ db, tenant }: Scope): Promise<number> {
  const row = await db
    .selectFrom('applications')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('tenant', '=', tenant)
    .where('theme', 'is not', null)
    .executeTakeFirstOrThrow()
  return row.count
}

async function registeringWith(scope: Scope, flow: string): Promise<string[]> {
  if (!isStorable(flow)) return []
  const rows = await mine(scope).where('registration', '=', flow).orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** Adds an application. Rejects a theme that does not exist. */
async function createApplication(scope: Scope, { id, ...rest }: Application): Promise<void> {
  const { name, redirects, logoutRedirects, secondFactor, factors, consent, formPost, access } = rest
  await withTheme(
    scope,
    scope.db
      .insertInto('applications')
      .values({
        tenant: scope.tenant,
        id,
        name,
        description: rest.description,
        theme: rest.themeId,
        secret_hash: rest.secretHash,
        redirects: JSON.stringify(redirects),
        logout_redirects: JSON.stringify(logoutRedirects),
        second_factor: Number(secondFactor),
        factors: factors.join(','),
        consent: Number(consent),
        form_post: Number(formPost),
        access,
        requests_for_others: 0,
        registration: rest.registration ?? null,
        sources: listed(rest.sources),
        directory: Number(rest.directory),
        created_at: scope.engine.now(),
      })
      .execute(),
  )
}

/** Changes an application. Returns false if there is no such application. */
async function updateApplication(
  scope: Scope,
  id: string,
  change: Partial<Omit<Application, 'id'>>,
): Promise<boolean> {
  const { name, description, themeId, secretHash, redirects, logoutRedirects } = change
  const { secondFactor, factors, consent, formPost, access, registration, sources, directory } = change
  const values = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(themeId !== undefined && { theme: themeId }),
    ...(secretHash !== undefined && { secret_hash: secretHash }),
    ...(redirects !== undefined && { redirects: JSON.stringify(redirects) }),
    ...(logoutRedirects !== undefined && { logout_redirects: JSON.stringify(logoutRedirects) }),
    ...(secondFactor !== undefined && { second_factor: Number(secondFactor) }),
    ...(factors !== undefined && { factors: factors.join(',') }),
    ...(consent !== undefined && { consent: Number(consent) }),
    ...(formPost !== undefined && { form_post: Number(formPost) }),
    ...(access !== undefined && { access }),
    ...(registration !== undefined && { registration }),
    ...(sources !== undefined && { sources: listed(sources) }),
    ...(directory !== undefined && { directory: Number(directory) }),
  }
  if (!isStorable(id)) return false
  if (Object.keys(values).length === 0) return (await application(scope, id)) !== undefined
  const changed = await withTheme(
    scope,
    scope.db
      .updateTable('applications')
      .set(values)
      .where('tenant', '=', scope.tenant)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return changed.numUpdatedRows > 0n
}

/** Removes an application, and closes requests for access to it. Returns false if there is no such application. */
async function removeApplication(scope: Scope, id: string): Promise<boolean> {
  const { db, tenant } = scope
  if (!isStorable(id)) return false
  const gone = await db
    .deleteFrom('applications')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst()
  await closeRequests(scope, 'application', id)
  await closeReviews(scope, id)
  return gone.numDeletedRows > 0n
}

function listed(sources: Application['sources']): string | null {
  return sources === null ? null : JSON.stringify(sources)
}

function mine({ db, tenant }: Scope) {
  return db.selectFrom('applications').selectAll().where('tenant', '=', tenant)
}

async function withTheme<T>(scope: Scope, statement: Promise<T>): Promise<T> {
  return await refusing(scope, 'reference', new Refusal('theme_unknown', {}), statement)
}

function fromRow(row: Selectable<Schema['applications']>): Application {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    themeId: row.theme,
    secretHash: row.secret_hash,
    redirects: JSON.parse(row.redirects),
    logoutRedirects: JSON.parse(row.logout_redirects),
    secondFactor: row.second_factor !== 0,
    // Factors that only a newer version knows are left out. So fewer factors are accepted, never more.
    factors: factorsIn(row.factors) ?? ['app'],
    consent: row.consent !== 0,
    formPost: row.form_post !== 0,
    access: accessMode(row.access),
    ...(row.registration !== null && { registration: row.registration }),
    sources: row.sources === null ? null : JSON.parse(row.sources),
    directory: row.directory !== 0,
  }
}

export const applicationReads = shelf<ApplicationReads>({ list: applications, get: application })

export const applicationWrites = shelf<ApplicationWrites>({
  countThemed: themedApplications,
  registeringWith,
  get: application,
  hold: heldApplication,
  create: createApplication,
  update: updateApplication,
  remove: removeApplication,
})
