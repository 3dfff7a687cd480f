import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapedHtml } from '../../core/template/template.ts'
import { assetFile } from '../../program.ts'
import { randomText } from '../../random.ts'
import type { ErrorAnswer } from '../server/errors.ts'
import type { ConsolePage } from './console-views.ts'

const STYLE = readFileSync(assetFile('http/console/console-sign-in.css'), 'utf8')
const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path fill="#1d6697" d="M4 5h8c0 2.2 1.8 4 4 4s4-1.8 4-4h8v9h-5v13.5L16 25l-7 2.5V14H4z"/><path fill="#f2c14e" d="M14.5 9.7h3v15.8L16 25l-1.5.5z"/></svg>'

/**
 * Sends a page of the console that needs no script: it loads nothing but its icon, and posts to its own origin only.
 * With `no-referrer` browsers would hide the origin of its forms too.
 */
export function sendConsolePage(
  reply: FastifyReply,
  { title, body }: ConsolePage,
  { status = 200, icon }: { status?: number; icon: string | undefined },
): FastifyReply {
  const nonce = randomText()
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        ...(icon === undefined ? [] : ["img-src 'self'"]),
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    })
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${icon === undefined ? '' : `<link rel="icon" type="image/svg+xml" href="${icon}">`}
<title>${title} · Tabard</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<header>${MARK}Tabard</header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`)
}

/** Errors as people see them who open an address of the console. */
export function consoleErrors(icon: string | undefined) {
  return async (
    { status, title, body }: ErrorAnswer,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const text = `<p>${escapedHtml(body.messageDescription)}</p>
      <p class="hint">${body.messageId}, ${escapedHtml(request.id)}</p>
      <a class="button" href="/">Open the console</a>`
    return sendConsolePage(reply, { title, body: text }, { status, icon })
  }
}
