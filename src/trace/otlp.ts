export type Attribute = string | number | boolean

/** A piece of work that has ended. Times are nanoseconds since 1970. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string | undefined
  readonly name: string
  readonly kind: keyof typeof KINDS
  readonly begun: bigint
  readonly ended: bigint
  readonly attributes: Readonly<Record<string, Attribute | undefined>>
  readonly failed: boolean
}

const KINDS = { server: 2, client: 3 } as const
const ERROR = 2

/** Spans in the JSON encoding of OTLP. */
export function otlpOf(
  resource: Readonly<Record<string, string>>,
  version: string,
  spans: readonly Span[],
): string {
  const scope = { name: 'tabard', version }
  const scopeSpans = [{ scope, spans: spans.map(shown) }]
  return JSON.stringify({ resourceSpans: [{ resource: { attributes: listed(resource) }, scopeSpans }] })
}

function shown({ kind, begun, ended, attributes, failed, ...span }: Span) {
  return {
    ...span,
    kind: KINDS[kind],
    startTimeUnixNano: String(begun),
    endTimeUnixNano: String(ended),
    attributes: listed(attributes),
    ...(failed && { status: { code: ERROR } }),
  }
}

function listed(attributes: Span['attributes']): { key: string; value: object }[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: told(value) }],
  )
}

function told(value: Attribute): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
