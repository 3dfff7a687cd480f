// The parts of the service's responses that these commands use. They cannot be imported from the client, because the
// package is built from src alone. test/types/theme-wire.ts keeps both equal.

/** A theme, with its newest revision and the applications that use it. */
export interface ThemeSummary {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly revision: number
  readonly updatedAt: string
  readonly customized: number
  readonly applications: readonly { readonly id: string; readonly name: string }[]
}

export interface ThemeSummaries {
  readonly themes: readonly ThemeSummary[]
}

/** A theme with every file. */
export interface ThemeDetails extends ThemeSummary {
  readonly files: readonly {
    readonly path: string
    readonly state: 'master' | 'customized' | 'added'
    readonly digest: string
    readonly size: number
    readonly outdatedBase?: { readonly from: string | null; readonly to: string | null } | undefined
  }[]
}

/** The files of a theme at a revision. */
export type FileList = Pick<ThemeDetails, 'files'>

/** The files that a theme and a repository have in common; null for a file that the repository had, and deleted. */
export interface ThemeSource {
  readonly revision: number | null
  readonly files: Readonly<Record<string, string | null>>
}

export interface MadeTheme {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

interface FileChange {
  readonly path: string
  readonly kind: string
}

/** A theme after a push. */
export interface PushedTheme {
  readonly revision: number
  readonly changes: readonly FileChange[]
  readonly ignored: readonly string[]
  readonly outdated: readonly string[]
  readonly neverShown: readonly string[]
}

export interface RevisionList {
  readonly revisions: readonly {
    readonly revision: number
    readonly at: string
    readonly author: string
    readonly authorName: string | null
    readonly cause: string
    readonly changes: readonly FileChange[]
    readonly message: string | null
  }[]
}
