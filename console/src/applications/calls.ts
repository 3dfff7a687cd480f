import { putJson, sendJson } from '../api.ts'
import { forget, refresh } from '../resource.ts'
import type { Application, MadeApplication, ApplicationSettings as SentSettings } from '../wire.ts'

export type { ApplicationList } from '../wire.ts'

export const APPLICATIONS = '/v1.0/tabard/applications'

/** An application that people sign in to. Its id is its client id. */
export type ApplicationRecord = Application

/** The settings of an application in a form. All properties are present, and missing texts are empty. */
export type ApplicationSettings = Filled<Omit<SentSettings, 'public' | 'sources'>> & {
  /** The ids of the identity sources that it offers; null means all. */
  readonly sources: readonly string[] | null
}

type Filled<T> = { readonly [Key in keyof T]-?: NonNullable<T[Key]> }

export function applicationPlace(id: string, tab?: string): string {
  return `/applications/${encodeURIComponent(id)}${tab === undefined ? '' : `?tab=${tab}`}`
}

export function applicationResource(id: string): string {
  return `${APPLICATIONS}/${encodeURIComponent(id)}`
}

/** Reloads everything that may show a changed application. */
export async function applicationsChanged(deleted?: string): Promise<void> {
  if (deleted !== undefined) forget(applicationResource(deleted))
  await Promise.all([refresh(APPLICATIONS), refresh('/v1.0/tabard/themes')])
}

export async function createApplication(
  settings: Partial<ApplicationSettings> & { readonly public: boolean },
): Promise<MadeApplication> {
  const created = await sendJson<MadeApplication>('POST', APPLICATIONS, settings)
  await applicationsChanged()
  return created
}

/** Changes an application, unless somebody else has changed it since the ETag was read. Returns the new ETag. */
export async function changeApplication(
  id: string,
  settings: Partial<ApplicationSettings>,
  etag: string | null,
): Promise<string | null> {
  const changed = await putJson(applicationResource(id), settings, etag)
  await applicationsChanged()
  return changed
}

/** Deletes an application. The caller must leave its screen before it calls applicationsChanged. */
export async function deleteApplication(id: string): Promise<void> {
  await sendJson('DELETE', applicationResource(id))
}

/** Creates a new secret. `keep` is how long the old one stays valid, such as `24h`; empty means not at all. */
export async function rotateSecret(id: string, keep: string): Promise<string> {
  const query = keep === '' ? '' : `?keep=${keep}`
  const { clientSecret } = await sendJson<{ clientSecret: string }>(
    'POST',
    `${applicationResource(id)}/secret${query}`,
  )
  return clientSecret
}
