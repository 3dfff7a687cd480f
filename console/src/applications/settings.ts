import { DEFAULT_THEME } from '../themes/calls.ts'
import type { ApplicationRecord, ApplicationSettings } from './calls.ts'

export const BLANK: ApplicationSettings = {
  name: '',
  description: '',
  themeId: DEFAULT_THEME,
  redirects: [],
  logoutRedirects: [],
  secondFactor: false,
  factors: ['app', 'mail'],
  consent: false,
  formPost: false,
  registration: '',
  sources: null,
  directory: true,
}

export function settingsOf(application: ApplicationRecord): ApplicationSettings {
  const { id: _, public: __, description, themeId, registration, ...rest } = application
  return {
    ...rest,
    description: description ?? '',
    themeId: themeId ?? DEFAULT_THEME,
    registration: registration ?? '',
  }
}

/** The settings as they are sent: addresses trimmed, empty ones left out. */
export function tidied(settings: ApplicationSettings): ApplicationSettings {
  return {
    ...settings,
    name: settings.name.trim(),
    redirects: addresses(settings.redirects),
    logoutRedirects: addresses(settings.logoutRedirects),
  }
}

function addresses(values: readonly string[]): readonly string[] {
  return values.map(value => value.trim()).filter(value => value !== '')
}

/** The properties that differ between two settings. */
export function changes(
  before: ApplicationSettings,
  after: ApplicationSettings,
): Partial<ApplicationSettings> {
  const [old, now] = [tidied(before), tidied(after)]
  const entries = Object.entries(now) as [keyof ApplicationSettings, unknown][]
  return Object.fromEntries(
    entries.filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(old[key])),
  ) as Partial<ApplicationSettings>
}
