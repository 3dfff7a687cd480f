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
  reply.headers(pageHeaders(page, reply.request.headers['user-agent'], referrerPolicy))
  reply.hijack()
  const headers = { ...reply.getHeaders(), 'content-length': bytes.length } as OutgoingHttpHeaders
  reply.raw.writeHead(status, headers)
  reply.raw.end(reply.request.method === 'HEAD' ? undefined : bytes, 'latin1')
  return reply
}
