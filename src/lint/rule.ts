import type { LintedFile } from './file.ts'
import type { Fix, Severity } from './finding.ts'
import type { LintedPage } from './page.ts'
import type { RenderedPage } from './rendered.ts'
import type { LintedTheme } from './theme.ts'

/** What a rule found. */
export interface Told {
  /** The file it stands in, where that is not the one being checked. */
  readonly file?: string
  /** Where it stands in the file's text; without an end, at a point. */
  readonly start?: number
  readonly end?: number
  readonly message: string
  /** The state of the page in which it matters. */
  readonly state?: string
  /** The language in which it matters, where that is not the language of the page being checked. */
  readonly locale?: string
  /** Another severity than the rule's own. */
  readonly severity?: Severity
  readonly fix?: Fix
}

export type Tell = (told: Told) => void

/** What a rule found on a page in a browser. */
export interface Seen extends Pick<Told, 'message' | 'severity'> {
  /** The number of the element; without it, the page as a whole. */
  readonly number?: number
}

/** A small theme that shows a rule: contents by path below `templates`. */
export type Example = Readonly<Record<string, string | Uint8Array>>

/**
 * A rule of the linter. It looks at each of the theme's own files, at each page and mail that one of these files takes
 * part in, or at the theme as a whole. Rules know nothing of each other and keep nothing.
 */
export interface Rule {
  /** Public, and never changed. */
  readonly id: string
  readonly severity: Severity
  /** What it finds, as a heading: "Unknown macro". */
  readonly title: string
  /** Why it matters and what to do instead, in a few sentences for the reference. Markdown. */
  readonly reason: string
  /** Whether its findings carry a fix. */
  readonly fixable?: true
  /** Whether comments do not suppress it: authors of themes cannot accept it themselves, only settings can. */
  readonly firm?: true
  readonly bad: Example
  readonly good: Example
  /** Checks a file. Findings must depend on this file only, because they are cached until it changes. */
  file?(file: LintedFile, tell: Tell): void
  /** Checks a page. Findings may depend on all files that the page consists of. */
  page?(page: LintedPage, tell: Tell, theme: LintedTheme): void
  theme?(theme: LintedTheme, tell: Tell): void
  /** Looks at a page as a browser shows it. A rule with this hook has no other, and runs where there is a browser. */
  rendered?(page: RenderedPage, tell: (seen: Seen) => void): void
}

/** Whether a rule needs a browser. */
export function needsBrowser(rule: Pick<Rule, 'rendered'>): boolean {
  return rule.rendered !== undefined
}
