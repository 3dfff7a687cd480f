import { escapedHtml } from '../../core/template/template.ts'

/** Where people continue outside of the service, and the text of the link that leads there. */
export interface Leaving {
  readonly leaves: string
  readonly label: string
}

/**
 * Continues with a page instead of a redirect. Browsers apply the `form-action` of a page to every redirect that
 * follows its form. This page ends that chain, and navigates on as soon as it is shown.
 */
export function leavingPage({ leaves, label }: Leaving): {
  readonly headers: Readonly<Record<string, string>>
  readonly html: string
} {
  const [address, text] = [escapedHtml(leaves), escapedHtml(label)]
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      refresh: `0;url=${leaves}`,
    },
    html: `<!doctype html><meta charset="utf-8"><title>${text}</title><a href="${address}">${text}</a>`,
  }
}
