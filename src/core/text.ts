/** The beginning of a text, with at most this many UTF-16 units; no character is cut in two. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  const halves = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, halves ? most - 1 : most)
}

/** Encodes a text for a URL. A lone surrogate, which JSON can contain, is replaced, because it cannot be encoded. */
export function urlComponent(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
