import { hash } from 'node:crypto'
import { escapedHtml } from '../../core/template/template.ts'
import type { Look, Page } from '../../pages/pages.ts'
import { originOf } from '../surfaces/addresses.ts'

/** An answer to an application, and the look of the page that posts it. */
export interface FormPost {
  readonly look: Look
  readonly word: (label: string) => string
  /** The application's redirect URI. */
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

// Posting twice would use the code twice. The script therefore removes the button, which only browsers without scripts
// need.
const SCRIPT = "const [form] = document.forms; form.querySelector('button').remove(); form.submit()"

/**
 * The page with which a browser posts an answer to an application. It contains the code, so the theme cannot run
 * scripts or include markup in it. The theme contributes only its style sheet, its logo, and its texts as plain text.
 */
export function formPostPage({ look, word, action, fields }: FormPost): Page {
  const { language, direction, assets, logo } = look
  const at = (name: string) => escapedHtml(look.asset(name))
  const product = escapedHtml(word('PRODUCT_NAME'))
  const title = escapedHtml(word('OIDC_POST_TITLE'))
  const header = logo === undefined ? product : `<img class="logo" src="${at(logo)}" alt="${product}">`
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapedHtml(name)}" value="${escapedHtml(value)}">`,
  )
  const html = `<!doctype html>
<html lang="${escapedHtml(language)}" dir="${direction}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} – ${product}</title>
  <link rel="icon" type="image/svg+xml" href="${at('assets/icon/favicon.svg')}">
  <link rel="stylesheet" href="${at('css/base.css')}">
  <link rel="stylesheet" href="${at('theme.css')}">
</head>
<body>
<header class="page-header">${header}</header>
<main>
  <h1>${title}</h1>
  <p>${escapedHtml(word('OIDC_POST_WAIT'))}</p>
  <form method="post" action="${escapedHtml(action)}">
    ${inputs.join('\n    ')}
    <button type="submit">${escapedHtml(word('OIDC_POST_BUTTON'))}</button>
  </form>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
  return { bytes: Buffer.from(html).toString('latin1'), policy: policyFor(action, assets), language }
}

/**
 * The Content-Security-Policy of the page. Its sandbox gives the page a separate origin, so that no script of a theme
 * can read it.
 */
function policyFor(action: string, assets: string): string {
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash('sha256', SCRIPT, 'base64')}'`,
    `style-src ${assets}`,
    `img-src ${assets}`,
    `font-src ${assets}`,
    `form-action ${originOf(action)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-forms allow-scripts',
  ].join('; ')
}
