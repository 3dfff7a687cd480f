import { BoundedCache } from '../core/bounded-cache.ts'
import { MAILS, PAGES } from '../core/catalogue/catalogue.ts'
import { filesOf, isTemplateAmong } from '../core/places.ts'

const PAGE_FILES = new Set(PAGES.flatMap(filesOf))
const MAIL_FILES = new Set(MAILS.map(entry => filesOf(entry).at(-1)!))
const COMPONENT = /^common\/page_components\/(?:[^/]+\/)?page_(?:header|footer)\.html$/

/** Paths that are remembered: every rule asks for each of a theme's. */
const MOST = 10_000

/** Whether a file is a header or a footer of pages. */
export function isComponent(path: string): boolean {
  return COMPONENT.test(path)
}

/** Whether a file is shown as a page or as a part of pages. */
export const isPagePart = remembered(path => isComponent(path) || isTemplateAmong(PAGE_FILES, path))

/** Whether a file is the body of a mail, with or without its subject. */
export const isMailBody = remembered(path => isTemplateAmong(MAIL_FILES, path))

/** Caches the result of a function of a path. */
export function remembered(is: (path: string) => boolean): (path: string) => boolean {
  const known = new BoundedCache<string, boolean>(MOST)
  return path => {
    const found = known.get(path)
    if (found !== undefined) return found
    const answer = is(path)
    known.set(path, answer)
    return answer
  }
}

/** Scripts of the service that say what the field for a code is for, and name it. */
const CODE_SCRIPT = /\/authsvc\/mtfim\/sps\/static\/(?:mac|t)otp_login\.js/

/** Whether a script of the service takes care of a field that a page leaves bare. */
export function isFinishedByScript(text: string, name: string): boolean {
  return name.startsWith('otp') && CODE_SCRIPT.test(text)
}
