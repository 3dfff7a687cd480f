import type { IncomingMessage } from 'node:http'

/** Short, and nothing in it that a log, a header or an address could take for something else. */
const REQUEST_ID = /^[\w.~:=+/-]{1,128}$/
const TRACE_PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/
const ZEROS = /^0+$/

/** The id of a request: the one that a trusted proxy gave it, else a new one. */
export function requestIds(
  isTrusted: (address: string | undefined) => boolean,
  newId: () => string,
): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (typeof given !== 'string' || !REQUEST_ID.test(given)) return newId()
    return isTrusted(socket.remoteAddress) ? given : newId()
  }
}

/** The trace that a request belongs to, by its header `traceparent` (W3C Trace Context); undefined if it is wrong. */
export function traceIdOf(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId, parentId, more] = TRACE_PARENT.exec(header) ?? []
  if (traceId === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  return ZEROS.test(traceId) || ZEROS.test(parentId!) ? undefined : traceId
}
