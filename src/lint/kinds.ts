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

/** Scripts of the service that say what the field for a code is for, and name it. */
const CODE_SCRIPT = /\/authsvc\/mtfim\/sps\/static\/(?:mac|t)otp_login\.js/

/** Whether a script of the service takes care of a field that a page leaves bare. */
export function isFinishedByScript(text: string, name: string): boolean {
  return name.startsWith('otp') && CODE_SCRIPT.test(text)
}
