import type { MacroEntries } from './entry.ts'

/** Macros that every page and mail has. */
export const COMMON_MACROS = {
  THEME_ID: { kind: 'address', meaning: 'id of the theme in use', sample: 'default' },
  // Locale and language are addresses, because URLs of scripts depend on them: the service sets them, never a visitor.
  LOCALE: { kind: 'address', meaning: 'locale of the page, as its folder is called', sample: 'default' },
  LANG: { kind: 'address', meaning: 'language of the page, for the attribute lang', sample: 'en' },
  DIR: { kind: 'text', meaning: 'direction of the text, ltr or rtl', sample: 'ltr' },
  TENANT: { kind: 'address', meaning: 'host name of the service, with its port', sample: 'id.example.com' },
  TENANT_URL: { kind: 'address', meaning: 'public address of the service', sample: 'https://id.example.com' },
  INVALID: {
    kind: 'text',
    meaning: 'true if @ERROR_MESSAGE@ is not empty, otherwise false: for the attribute aria-invalid',
    sample: 'false',
  },
  FOCUS: {
    kind: 'switch',
    meaning: 'autofocus if @ERROR_MESSAGE@ is not empty: for the field with the error',
    sample: '',
  },
  TIMESTAMP_TEXT: {
    kind: 'text',
    meaning: '@TIMESTAMP@ in the date and time format of the language',
    sample: '',
  },
  ERROR_PREFIX: {
    kind: 'text',
    meaning: '“Error:” and a space if @ERROR_MESSAGE@ is not empty, for the beginning of the title',
    sample: '',
  },
  COLOR_BRAND: {
    kind: 'text',
    meaning:
      'the brand color of the theme, for mails and the address bar of the browser, which use no style sheet',
    sample: '#3450b4',
  },
  COLOR_ON_BRAND: {
    kind: 'text',
    meaning: 'black or white, whichever has the better contrast with the brand color',
    sample: '#ffffff',
  },
  COLOR_BRAND_EDGE: {
    kind: 'text',
    meaning: 'color of the line around a button in the brand color; dark if the brand color is very light',
    sample: '#3450b4',
  },
  RADIUS: { kind: 'text', meaning: 'corners of the panel, for mails, in pixels', sample: '16px' },
  RADIUS_CONTROL: {
    kind: 'text',
    meaning: 'corners of buttons and codes, for mails, in pixels',
    sample: '10px',
  },
} as const satisfies MacroEntries

export type CommonMacro = keyof typeof COMMON_MACROS
