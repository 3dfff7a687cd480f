/** Encodes bytes in base64, as the preview requires. */
export async function base64Of(blob: Blob): Promise<string> {
  return base64(new Uint8Array(await blob.arrayBuffer()))
}

export function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
