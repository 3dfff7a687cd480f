/** A text file with its text changed; characters that are not ASCII stay the bytes that they were. */
export async function rewritten(bytes: Buffer, change: (text: string) => Promise<string>): Promise<Buffer> {
  const wide = bytes.length > 1 ? bytes.readUInt16BE(0) : 0
  if (wide === 0xfffe || wide === 0xfeff) return await rewrittenWide(bytes, wide === 0xfeff, change)
  const mark = bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0
  // What is markup has the same bytes in UTF-8 and in the encodings of old.
  const text = await change(bytes.toString('latin1', mark))
  return Buffer.concat([bytes.subarray(0, mark), Buffer.from(text, 'latin1')])
}

/** Rewrites a text in UTF-16, in either byte order. */
async function rewrittenWide(
  bytes: Buffer,
  bigFirst: boolean,
  change: (text: string) => Promise<string>,
): Promise<Buffer> {
  const end = bytes.length - (bytes.length % 2)
  const swapped = (units: Buffer) => (bigFirst ? Buffer.from(units).swap16() : units)
  const text = await change(swapped(bytes.subarray(2, end)).toString('utf16le'))
  return Buffer.concat([bytes.subarray(0, 2), swapped(Buffer.from(text, 'utf16le')), bytes.subarray(end)])
}
