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

/** What people call the settings that two of them can change differently. */
export const NAMES = {
  name: 'the name',
  description: 'the description',
  themeId: 'the theme',
  registration: 'the registration flow',
  sources: 'the identity sources',
  directory: 'whether username and password are offered',
}

/** The settings with which nobody could sign in. */
export function useless({ sources, directory }: ApplicationSettings): readonly ('sources' | 'directory')[] {
  return sources?.length === 0 && !directory ? ['sources', 'directory'] : []
}
