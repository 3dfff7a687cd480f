import type { PageEntry } from './catalogue.ts'
import { FACTOR_PAGES } from './factor-pages.ts'
import { PASSWORD_PAGES } from './password-pages.ts'
import { REGISTRATION_PAGES } from './registration-pages.ts'
import { SIGN_IN_PAGES } from './sign-in-pages.ts'

/** Every page that the service shows. */
export const PAGES: readonly PageEntry[] = [
  ...SIGN_IN_PAGES,
  ...PASSWORD_PAGES,
  ...FACTOR_PAGES,
  ...REGISTRATION_PAGES,
]
