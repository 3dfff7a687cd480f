const TRACE_PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const ZEROS = /^0+$/

/** The span of a caller that a request belongs to. */
export interface Parent {
  readonly traceId: string
  readonly spanId: string
  /** Whether the caller records its own span. */
  readonly sampled: boolean
}

/** What the header `traceparent` (W3C Trace Context) says; undefined if it is wrong. */
export function parentOf(header: string | string[] | undefined): Parent | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] = TRACE_PARENT.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
