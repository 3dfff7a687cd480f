/** What the Content-Security-Policy asks of the style elements that scripts make. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
