import { type Kysely, sql } from 'kysely'
import { StoreFault } from '../fault.ts'
import first from './001-first.ts'
import people from './002-people.ts'
import consent from './003-consent.ts'
import roles from './004-roles.ts'
import lastUse from './005-last-use.ts'
import watch from './006-watch.ts'
import analytics from './007-analytics.ts'
import changes from './008-changes.ts'
import formPost from './009-form-post.ts'
import misreadAnswers from './010-misread-answers.ts'
import factors from './011-factors.ts'
import expiry from './012-expiry.ts'
import consoleAddress from './013-console-address.ts'
import tickedScopes from './014-ticked-scopes.ts'
import trySubjects from './015-try-subjects.ts'
import jobs from './016-jobs.ts'
import access from './017-access.ts'
import accessRequests from './018-access-requests.ts'
import lintSettings from './019-lint-settings.ts'
import revisionMessages from './020-revision-messages.ts'
import themeLimitsAndSources from './021-theme-limits-and-sources.ts'
import campaigns from './022-campaigns.ts'
import userFlows from './023-user-flows.ts'
import identitySources from './024-identity-sources.ts'
import expiringMails from './025-expiring-mails.ts'
import jobsByKind from './026-jobs-by-kind.ts'

/** The two column types that differ between the engines. */
export interface Dialect {
  /** A text type that compares and sorts by code point. */
  readonly text: string
  readonly blob: string
}

export const SQLITE: Dialect = { text: 'text', blob: 'blob' }
export const POSTGRES: Dialect = { text: 'text collate "C"', blob: 'bytea' }

/** Steps only go forward. The position in the list is the schema's version. A released step is never edited. */
const STEPS: readonly ((dialect: Dialect) => string[])[] = [
  first,
  people,
  consent,
  roles,
  lastUse,
  watch,
  analytics,
  changes,
  formPost,
  misreadAnswers,
  factors,
  expiry,
  consoleAddress,
  tickedScopes,
  trySubjects,
  jobs,
  access,
  accessRequests,
  lintSettings,
  revisionMessages,
  themeLimitsAndSources,
  campaigns,
  userFlows,
  identitySources,
  expiringMails,
  jobsByKind,
]

/** The schema version that this version of Tabard uses. */
export const SCHEMA_VERSION = STEPS.length

const KEEPING = 'create table if not exists migrations (version bigint primary key, at bigint not null)'

/** The statements that update a schema from one version to a later one, and record the new version. */
export function schemaStatements(dialect: Dialect, from: number, to = SCHEMA_VERSION): string[] {
  const steps = STEPS.slice(from, to).flatMap((step, index) => [
    ...step(dialect),
    `insert into migrations (version, at) values (${from + index + 1}, ${Date.now()})`,
  ])
  return [KEEPING, ...steps]
}

/** The error for a schema that is newer than this version of Tabard. */
export function newerSchema(version: number): StoreFault {
  return new StoreFault(
    'unusable',
    `The database has schema ${version} and this version of Tabard knows ${SCHEMA_VERSION}: start the newer Tabard that wrote it, or restore a backup.`,
  )
}

/**
 * Updates the schema in one transaction. The statements in `before` make it wait for other nodes that do the same. Then
 * `check` may reject the database.
 */
export async function migrate<S>(
  writer: Kysely<S>,
  dialect: Dialect,
  before: readonly string[] = [],
  check: (tx: Kysely<S>) => Promise<void> = async () => {},
): Promise<void> {
  await writer.transaction().execute(async tx => {
    for (const statement of before) await sql.raw(statement).execute(tx)
    await check(tx)
    await sql.raw(KEEPING).execute(tx)
    const found = await sql<{
      version: number | null
    }>`select max(version) as version from migrations`.execute(tx)
    const version = found.rows[0]?.version ?? 0
    if (version > SCHEMA_VERSION) throw newerSchema(version)
    for (const statement of schemaStatements(dialect, version)) await sql.raw(statement).execute(tx)
  })
}
