import { MAILS, PAGES } from './catalogue/catalogue.ts'
import type { ThemePath } from './path.ts'
import { filesOf, isShownAmong } from './places.ts'

const TEMPLATES = new Set([...PAGES, ...MAILS].flatMap(filesOf))

/** Whether a file can ever be shown: as a page or a mail of the catalogue, as a part of them, or as an asset. */
export function isShown(path: ThemePath): boolean {
  return isShownAmong(TEMPLATES, path)
}
