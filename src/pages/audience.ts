import type { Asker } from './compiler.ts'
import type { Snapshot } from './snapshot.ts'

/** Which theme applies, and why. */
export interface ChosenTheme {
  readonly view: Snapshot
  readonly why: 'forced' | 'application' | 'default'
}

/** What a request says about the page that it wants: the languages that its sender reads, and the host. */
export interface Wish {
  readonly parameter?: string | undefined
  readonly cookie?: string | undefined
  readonly acceptLanguage?: string | undefined
  /** The tenant's own. */
  readonly fallback?: string | undefined
  /** The host and port that the browser asked, where they are well formed. */
  readonly host?: string | undefined
  /** The path and query of a page that was asked for. */
  readonly address?: string | undefined
  /** The User-Agent of the browser. */
  readonly userAgent?: string | undefined
  /** Whether the browser has said that it runs no scripts. */
  readonly scriptless?: boolean
}

/** The language of a page. */
export interface Language {
  readonly asked: readonly string[]
  /** The folder that serves. */
  readonly locale: string
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
}

/** The theme, language and origin for which a page is shown. */
export interface Audience extends Asker {
  /** The tenant's public address. */
  readonly address: string
  readonly theme: ChosenTheme
  readonly wish: Wish
  /** The hosts, with their ports, under which the browser may have the page. */
  readonly hosts: readonly string[]
  /** Whether scripts of themes may run there. */
  readonly scripts: boolean
}
