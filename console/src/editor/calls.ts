import { addFile, getFile } from '../api.ts'
import { fileAddress, replaceFile, themesChanged } from '../themes/calls.ts'

/** A file as the server has it. */
export interface SavedText {
  /** Null where the bytes are no text in UTF-8: saving it would change what nobody touched. */
  readonly text: string | null
  readonly etag: string | null
}

export async function loadText(address: string): Promise<SavedText> {
  const { blob, etag } = await getFile(address)
  return { text: decoded(await blob.arrayBuffer()), etag }
}

function decoded(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

export async function saveText(
  themeId: string,
  path: string,
  text: string,
  etag: string | null,
): Promise<string | null> {
  return await replaceFile(themeId, path, new File([text], path.slice(path.lastIndexOf('/') + 1)), etag)
}

/** Adds a file, unless there is one at its path. */
export async function createFile(themeId: string, path: string, file: File): Promise<void> {
  await addFile(fileAddress(themeId, path), file)
  await themesChanged()
}
