import type { MacroEntries } from './entry.ts'

/** The form of address in a mail. */
export const addressed = {
  USER_FRIENDLY_NAME: { kind: 'text', meaning: 'how the person is addressed', sample: 'Alex' },
  GREETING: {
    kind: 'text',
    meaning: '$EMAIL_GREETING$, or $EMAIL_GREETING_UNNAMED$ where no name can be used',
    sample: word => word('EMAIL_GREETING', { USER_FRIENDLY_NAME: 'Alex' }),
    // Derived from the name.
    optional: true,
  },
} satisfies MacroEntries

/** The account that a mail is about. */
export const userName = {
  USERNAME: { kind: 'text', meaning: 'the username', sample: 'alex@example.com' },
} satisfies MacroEntries

/** The link to the sign-in page. */
export const signInLink = {
  LOGIN_PAGE_LINK: {
    kind: 'address',
    meaning: 'where to sign in',
    sample: 'https://id.example.com/idaas/mtfim/sps/idaas/login?runtime=true',
  },
} satisfies MacroEntries

/** A time for previews. */
export const EXPIRES_AT = Date.UTC(2026, 10, 15, 9, 30)

/** How long the link in a mail is valid. */
export const linkExpiry = {
  EXPIRY: {
    kind: 'text',
    meaning: 'when the link expires: a date and a time, in words',
    sample: (_, times) => times.moment(EXPIRES_AT),
  },
  EXPIRES_IN: {
    kind: 'text',
    meaning: 'how soon the link expires, in words, such as in 30 minutes',
    sample: (_, times) => times.ahead(30 * 60_000),
  },
} satisfies MacroEntries
