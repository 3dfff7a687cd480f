import { sendJson } from '../api.ts'
import { forget, refresh } from '../resource.ts'
import type { Application, MadeApplication, ApplicationSettings as SentSettings } from '../wire.ts'

export type { ApplicationList } from '../wire.ts'

export const APPLICATIONS = '/v1.0/tabard/applications'

/** Something people sign in to; its id is its client id. */
export type ApplicationRecord = Application

/** What can be set of an application, as a form has it: everything, and empty texts for what is not there. */
export type ApplicationSettings = Filled<Omit<SentSettings, 'public' | 'sources'>> & {
  /** The ids of the identity sources that it offers; null: all. */
  readonly sources: readonly string[] | null
}

type Filled<T> = { readonly [Key in keyof T]-?: NonNullable<T[Key]> }

export function applicationPlace(id: string, tab?: string): string {
  return `/applications/${encodeURIComponent(id)}${tab === undefined ? '' : `?tab=${tab}`}`
}

export function applicationResource(id: string): string {
  return `${APPLICATIONS}/${encodeURIComponent(id)}`
}

/** Loads again what a change of an application may show elsewhere. */
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

export async function changeApplication(id: string, settings: Partial<ApplicationSettings>): Promise<void> {
  await sendJson('PUT', applicationResource(id), settings)
  await applicationsChanged()
}

/** Leaves it to the caller to leave the screen of the application before applicationsChanged. */
export async function deleteApplication(id: string): Promise<void> {
  await sendJson('DELETE', applicationResource(id))
}

/** Makes a new secret; `keep` says how long the old one is accepted too, such as `24h`; empty: not at all. */
export async function rotateSecret(id: string, keep: string): Promise<string> {
  const query = keep === '' ? '' : `?keep=${keep}`
  const { clientSecret } = await sendJson<{ clientSecret: string }>(
    'POST',
    `${applicationResource(id)}/secret${query}`,
  )
  return clientSecret
}
