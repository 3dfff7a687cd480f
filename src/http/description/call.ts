import type { Entitlement } from '../../core/entitlement.ts'
import type { RefusalCode } from '../../core/refusal.ts'
import type { Schema } from './schema.ts'
import type { SchemaName } from './schemas.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The groups of calls, in the order of the documentation, with their descriptions. */
export const GROUPS = {
  Tokens: 'How a program authenticates.',
  Themes: 'Themes and their packages, as in the branding REST API of IBM Security Verify.',
  Files: 'One file of a theme, as in the branding REST API of IBM Security Verify.',
  History: 'The revisions of themes: list, compare, plan and restore.',
  Pages: 'The catalogue of pages and mails, previews, and the sources of each page.',
  Analytics: 'The events of the registration, for a tag manager and for the service itself.',
  Service: 'Version, health and limits of the service.',
  Access: 'Who may use applications, and groups of people.',
  'User flows': 'Registration and user forms as documents, and the tenant’s own attributes.',
  'Identity sources':
    'Other providers that people can sign in with, such as Google, and their links with accounts.',
  Applications: 'Applications that people sign in to. In the console only.',
  'API clients': 'Programs that call this API. In the console only.',
  Audit: 'Who did what. In the console only.',
  Outbox: 'Mails that are waiting, were sent or could not be sent. In the console only.',
  'Try the sign-in': 'Sign in with a test account, to try a theme. In the console only.',
  Session: 'Who is signed in to the console. In the console only.',
  'For people': 'Pages for browsers, and the files that they load. Programs do not need them.',
} as const

export type Group = keyof typeof GROUPS

/**
 * Who may make a call. This is checked before the call runs. A reader or writer needs an access token with the
 * entitlement, or a console session. A steward (access), designer (user flows) or registrar (identity sources) needs a
 * token with that entitlement, or the console session of an administrator. An administrator, or somebody, needs a
 * console session: a token is not enough, and an invalid token is refused. For `session`, tokens are ignored. A
 * `console page` needs no sign-in.
 */
export type Who =
  | 'anyone'
  | 'console page'
  | 'session'
  | 'reader'
  | 'writer'
  | 'steward'
  | 'designer'
  | 'registrar'
  | 'somebody'
  | 'administrator'

/** The entitlement of an API client that may make a call. */
export const ENTITLED = {
  reader: 'readTemplates',
  writer: 'manageTemplates',
  steward: 'manageAccess',
  designer: 'manageFlows',
  registrar: 'manageSources',
} as const satisfies Partial<Record<Who, Entitlement>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: Schema
  readonly required?: boolean
  readonly example?: string | number
}

/** The body of a call. */
export interface Body {
  /** JSON is read and checked before the call runs; the call reads every other kind itself, within its own bounds. */
  readonly kind: 'package' | 'file' | 'json' | 'files' | 'events' | 'form' | 'report'
  readonly schema: Schema | SchemaName
  /** Whether it may be left out: then the request has no content type either. */
  readonly optional?: boolean
  /** Members that are refused as a theme's configuration is. */
  readonly configuration?: readonly string[]
  readonly example?: unknown
}

/** The successful answer of a call. */
export interface Answer {
  readonly text: string
  /** By content type; without it, the answer has no body. */
  readonly content?: Readonly<Record<string, SchemaName | Schema>>
  readonly headers?: readonly AnswerHeader[]
  readonly example?: unknown
}

export type AnswerHeader =
  | 'ETag'
  | 'Location'
  | 'Tabard-Ignored'
  | 'Tabard-Outdated'
  | 'Tabard-Never-Shown'
  | 'Tabard-Findings'
  | 'Tabard-Subject'
  | 'Tabard-Sender'

/**
 * Where a call names its theme, so that a client that is limited to some themes cannot reach others. `path`: the
 * address contains it as `id`. `query`: the parameter `themeId`, or `default` without it. `body`: the body contains it,
 * and the call asks `assertReach`. `own`: the call is about all themes that the client can reach, and asks `reachOf`.
 * `every`: it is about all themes, so limited clients may not make it. `none`: it is about no theme.
 */
export type ThemeAt = 'path' | 'query' | 'body' | 'own' | 'every' | 'none'

/** A call for programs. */
export type Call = AnyCall &
  (
    | { readonly who: 'reader' | 'writer'; readonly theme: ThemeAt }
    | { readonly who: Exclude<Who, 'reader' | 'writer'>; readonly theme?: never }
  )

interface AnyCall {
  readonly id: string
  readonly group: Group
  readonly summary: string
  readonly prose?: string
  readonly parameters?: readonly Parameter[]
  readonly body?: Body
  readonly answers: Readonly<Record<number, Answer>>
  /** Refusals of this call, besides those that follow from `who` and from the body. */
  readonly refusals?: readonly RefusalCode[]
  /** Errors of RFC 6749 by status, where the call answers with those. */
  readonly oauth?: Readonly<Record<number, readonly string[]>>
}

/** A page for people, or what browsers and protocols bring along: described in short. */
export interface Page {
  readonly id: string
  readonly page: string
}

export type Description = Call | Page

export function isPage(description: Description): description is Page {
  return 'page' in description
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route is for, by method. */
    described?: Readonly<Partial<Record<Method, Description>>>
  }
}
