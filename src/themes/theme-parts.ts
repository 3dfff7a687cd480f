import type { Precondition } from '../core/precondition.ts'
import type { Limits } from '../core/refusal.ts'
import type { CompileThreads, Master } from '../pages/pages.ts'
import type { Store } from '../store/store.ts'
import type { Codec } from '../zip/zip.ts'
import type { LintLanes } from './lint-lanes.ts'
import type { Author } from './revise.ts'

/** Threads that several services in one process share. None of the services ends them. */
export interface SharedThreads {
  readonly compiling: CompileThreads
  readonly linting: () => Promise<LintLanes>
}

/** What themes are made of. */
export interface ThemeParts {
  readonly store: Store
  readonly master: Master
  readonly limits: Limits
  readonly codec: Codec
  readonly newId: () => string
  readonly now: () => number
  /** Hears of a theme's page that could not be compiled, for which the master's is shown. */
  readonly pageFailed: (theme: string, page: string, error: unknown) => void
  readonly threads?: SharedThreads
  /** How many milliseconds the checks of an upload may take before a plan leaves the rest out. */
  readonly planMs?: number
  /** Whether sign-in pages are compiled in all languages of a theme once somebody has visited one. */
  readonly ahead?: boolean
}

/** Who writes, and under which condition. */
export interface Writing extends Author {
  readonly precondition: Precondition
}
