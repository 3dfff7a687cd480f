import type { Rule } from '../rule.ts'

const FILE = 'common/static/js/forms.js'
/** What begins a secret, and what it looks like. Keys that are made to be public are not among them. */
const SECRETS: readonly (readonly [meaning: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]{2,12} )?PRIVATE KEY-----/g],
  ['an access key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{22,90})\b/g],
  ['a token of Slack', /\bxox[abprs]-[A-Za-z0-9-]{10,80}/g],
  ['a secret key of Stripe', /\b[rs]k_live_[A-Za-z0-9]{16,99}\b/g],
  ['a signed token', /\beyJ[\w-]{10,500}\.eyJ[\w-]{10,2000}\.[\w-]{10,}/g],
  ['a secret', /\b(?:client|api|app|consumer)_?secret\b["']?\s{0,9}[:=]\s{0,9}["'][\w+/=.~-]{12,200}["']/gi],
]

export const securitySecret: Rule = {
  id: 'security/secret',
  severity: 'error',
  title: 'A secret that everybody can read',
  reason: `Every visitor can read everything in a theme, and its history keeps it. Remove the secret, and replace it by
a new one where it is used: consider it leaked.`,
  bad: { [FILE]: 'const settings = { clientSecret: "kQ2x0c9VfT7mZ4w1" }\n' },
  good: { [FILE]: 'const settings = { clientId: "kQ2x0c9VfT7mZ4w1" }\n' },
  file(file, tell) {
    if (!file.isText) return
    for (const [meaning, pattern] of SECRETS) {
      for (const { 0: secret, index } of file.text.matchAll(pattern))
        tell({
          start: index,
          end: index + secret.length,
          message: `This looks like ${meaning}, and every visitor can read it. Remove it, and replace it where it came from.`,
        })
    }
  },
}
