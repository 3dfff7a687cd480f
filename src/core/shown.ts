import { MAILS, PAGES } from './catalogue/catalogue.ts'
import type { ThemePath } from './path.ts'
import { filesOf, isShownAmong } from './places.ts'

const TEMPLATES = new Set([...PAGES, ...MAILS].flatMap(filesOf))

/** Whether a file can ever be seen: as a page or a mail of the catalogue, as what they are made of, or as an asset. */
export function isShown(path: ThemePath): boolean {
  return isShownAmong(TEMPLATES, path)
}
