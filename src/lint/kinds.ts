import { MAILS, PAGES } from '../core/catalogue/catalogue.ts'
import { filesOf, isTemplateAmong } from '../core/places.ts'

const PAGE_FILES = new Set(PAGES.flatMap(filesOf))
const MAIL_FILES = new Set(MAILS.map(entry => filesOf(entry).at(-1)!))
const COMPONENT = /^common\/page_components\/(?:[^/]+\/)?page_(?:header|footer)\.html$/

/** Whether a file is shown as a page or as a part of pages. */
export function isPagePart(path: string): boolean {
  return COMPONENT.test(path) || isTemplateAmong(PAGE_FILES, path)
}

/** Whether a file is the body of a mail, with or without its subject. */
export function isMailBody(path: string): boolean {
  return isTemplateAmong(MAIL_FILES, path)
}
