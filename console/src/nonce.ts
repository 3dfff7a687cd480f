/** The nonce that the Content-Security-Policy requires for style elements created by scripts. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
