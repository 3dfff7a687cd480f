import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { type Page, pageHeaders } from '../../pages/pages.ts'

/** Sends a page with its policy and everything else that keeps it safe. */
export function sendPage(
  reply: FastifyReply,
  page: Page,
  status = 200,
  referrerPolicy?: string,
): FastifyReply {
  const { bytes } = page
  const { method, headers } = reply.request
  reply.hijack()
  reply.raw.writeHead(status, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    ...pageHeaders(page, headers['user-agent'], referrerPolicy),
    'content-length': bytes.length,
  })
  reply.raw.end(method === 'HEAD' ? undefined : bytes, 'latin1')
  return reply
}
