import { type Expression, type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { folded, type ThemePath } from '../../core/path.ts'
import type { Theme, ThemeFile } from '../kept.ts'
import type { Schema } from '../schema.ts'

/** The customized files of a theme at a revision. */
export async function filesAt(
  db: Kysely<Schema>,
  tenant: string,
  themeId: string,
  revision: number,
): Promise<ThemeFile[]> {
  const rows = await db
    .selectFrom('theme_files as file')
    .leftJoin('blobs as blob', 'blob.digest', 'file.digest')
    .select(['file.path', 'file.digest', 'file.base', 'blob.size', 'blob.crc', 'blob.deflated_size'])
    .where('file.tenant', '=', tenant)
    .where('file.theme', '=', themeId)
    .where('file.opened', '<=', revision)
    .where(eb => eb.or([eb('file.closed', 'is', null), eb('file.closed', '>', revision)]))
    .orderBy('file.path')
    .execute()
  return rows.map(({ path, digest, base, size, crc, deflated_size }) => ({
    path: path as ThemePath,
    digest,
    base,
    size: size ?? 0,
    crc: crc ?? 0,
    deflatedSize: deflated_size ?? 0,
    // A row without content is damaged. The damage is reported when the content is needed.
    ...(size === null && { missing: true }),
  }))
}

/** The files of a master whose content exists. */
export async function wholeFiles(db: Kysely<Schema>, master: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('master_files as file')
    .innerJoin('blobs as blob', 'blob.digest', 'file.digest')
    .select('file.path')
    .where('file.master', '=', master)
    .execute()
  return new Set(rows.map(({ path }) => path))
}

/** Converts a row to a theme. */
export function theme(row: Selectable<Schema['themes']>): Theme {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    revision: row.head,
    updatedAt: row.updated_at,
  }
}

/** Splits a list into pieces that fit a statement. */
export function* batches<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/** Whether a text can be stored at all: PostgreSQL does not support NUL, and fails instead of finding nothing. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** A text as both databases can store it. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Whether a field contains a text. */
export function containing(field: Expression<unknown>, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${field} like ${`%${literal(text)}%`} escape '\\'`
}

/** Whether a field begins with a text. */
export function beginning(field: Expression<unknown>, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${field} like ${`${literal(text)}%`} escape '\\'`
}

/** A text, escaped for use in a pattern. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A condition that every row meets. */
export const EVERY: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`

/** Whether a key contains the search text, ignoring case. An empty text matches everything. */
export function isSearched(key: string, search: string): RawBuilder<SqlBool> {
  return search === '' ? EVERY : containing(sql.ref(key), folded(search))
}
