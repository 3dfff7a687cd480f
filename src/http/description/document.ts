import type { Schema } from './schema.ts'

/** The parts of an OpenAPI 3.1 document that this service uses. */
export interface OpenApi {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly Server[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly examples: Readonly<Record<string, Example>>
    readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  }
}

interface SecurityScheme {
  readonly type: 'http' | 'apiKey' | 'oauth2'
  readonly description: string
  readonly scheme?: string
  readonly in?: string
  readonly name?: string
  readonly flows?: {
    readonly clientCredentials: {
      readonly tokenUrl: string
      readonly scopes: Readonly<Record<string, string>>
    }
  }
}

export interface Server {
  readonly url: string
  readonly description: string
}

type Verb = 'get' | 'post' | 'put' | 'delete'

export type PathItem = { readonly [V in Verb]?: Operation } & {
  readonly description?: string
  /** Other addresses that answer exactly as this one does. */
  readonly 'x-aliases'?: readonly string[]
  readonly servers?: readonly Server[]
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly OperationParameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Response>>
}

export interface OperationParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description: string
  readonly required: boolean
  readonly schema: Schema
  readonly example?: string | number
}

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: Readonly<Record<string, Media>>
}

export interface Media {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Reference>>
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>
}

export interface Example {
  readonly summary: string
  readonly value: unknown
}

interface Reference {
  readonly $ref: string
}
