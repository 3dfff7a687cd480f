import type { FastifyReply } from 'fastify'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Continues with a page instead of a redirect. Browsers apply the `form-action` of a page to every redirect that
 * follows its form. This page ends that chain, and navigates on as soon as it is shown.
 */
export function sendLeaving(
  reply: FastifyReply,
  { leaves, label }: { readonly leaves: string; readonly label: string },
): FastifyReply {
  const [address, text] = [escaped(leaves), escaped(label)]
  return reply
    .code(200)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      refresh: `0;url=${leaves}`,
    })
    .send(`<!doctype html><meta charset="utf-8"><title>${text}</title><a href="${address}">${text}</a>`)
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, character => ESCAPES[character]!)
}
