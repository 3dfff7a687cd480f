import { withMasters } from '../../../src/core/own-labels.ts'
import { isLabelFile } from '../../../src/core/places.ts'
import { ApiError, addFile, getFile, sendJson } from '../api.ts'
import type { Finding } from '../preview/calls.ts'
import { pastFileAddress } from '../theme/history-calls.ts'
import { fileAddress, MASTER, replaceFile, revertFile, themesChanged } from '../themes/calls.ts'
import type { Preview } from '../wire.ts'
import { type EditedText, keptText, type SavedText } from './kept-text.ts'

export async function loadText(address: string): Promise<SavedText> {
  const { blob, etag } = await getFile(address)
  return { text: decoded(await blob.arrayBuffer()), etag }
}

/** Loads a file of a theme for editing. If the master has the file too, the master's labels are shown with it. */
export async function loadEdited(themeId: string, path: string, isMasters: boolean): Promise<EditedText> {
  const { text, etag } = await loadText(fileAddress(themeId, path))
  const master = text !== null && isMasters && isLabelFile(path) ? await mastersText(themeId, path) : null
  return { text: master === null ? text : withMasters(text!, master), etag, master }
}

async function mastersText(themeId: string, path: string): Promise<string | null> {
  try {
    return (await loadText(pastFileAddress(themeId, MASTER, path))).text
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 404) return null
    throw thrown
  }
}

function decoded(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

async function saveText(
  themeId: string,
  path: string,
  text: string,
  etag: string | null,
): Promise<string | null> {
  return await replaceFile(themeId, path, asFile(path, text), etag)
}

/** Saves an edited file. A file that no longer differs from the master's is removed from the theme. */
export async function saveEdited(
  themeId: string,
  path: string,
  text: string,
  { etag, master }: Pick<EditedText, 'etag' | 'master'>,
): Promise<string | null> {
  const kept = keptText(text, { master })
  if (master !== null && kept === '') return await revertFile(themeId, path, etag)
  return await saveText(themeId, path, kept, etag)
}

/** Findings that make a page or mail useless. */
const SERIOUS: ReadonlySet<string> = new Set(['missing part', 'missing value', 'over a bound'])

interface SavedWith {
  /** The page to check with. */
  readonly page: string
  readonly locale: string
  /** Other files that are saved together with this one. */
  readonly others: Readonly<Record<string, string>>
}

/** The reasons why a page or mail would become useless if a file were saved like this. */
export async function seriousFindings(
  themeId: string,
  path: string,
  text: string,
  { page, locale, others }: SavedWith,
): Promise<readonly Finding[]> {
  const address = `/v1.0/tabard/preview/${encodeURIComponent(page)}?${new URLSearchParams({ locale })}`
  const findings = async (files: Readonly<Record<string, string>>) => {
    const body = { themeId, files }
    const { problems } = await sendJson<Preview>('POST', address, body)
    return problems.filter(({ what }) => SERIOUS.has(what))
  }
  const after = await findings({ ...others, [path]: text })
  // A shared file such as a header can break a page as well, but problems that the page had before do not count.
  if (after.every(({ file }) => file === path)) return after
  const before = new Set((await findings({})).map(({ what, name }) => `${what} ${name}`))
  return after.filter(({ what, name, file }) => file === path || !before.has(`${what} ${name}`))
}

/** Adds a file, and returns its ETag. Fails if there is one at its path already. */
export async function createFile(themeId: string, path: string, file: File): Promise<string | null> {
  const etag = await addFile(fileAddress(themeId, path), file)
  await themesChanged()
  return etag
}

/** Adds an edited file that somebody else has removed. */
export async function addEdited(themeId: string, path: string, text: string): Promise<string | null> {
  return await createFile(themeId, path, asFile(path, text))
}

function asFile(path: string, text: string): File {
  return new File([text], path.slice(path.lastIndexOf('/') + 1))
}
