import type { MarkupToken } from '../core/template/template.ts'
import { placeOn, startTags } from './elements.ts'
import type { Fix } from './finding.ts'
import type { LintedPage } from './page.ts'

/** The frame of a page that is a whole document. */
export interface Frame {
  readonly html: MarkupToken
  /** Where something can be added to the head. */
  readonly head: MarkupToken
}

/** The frame of a page; undefined for a mail, and for a page that is a fragment. */
export function frameOf(page: LintedPage): Frame | undefined {
  const html = page.isMail ? undefined : startTags(page.markup, 'html')[0]
  return html && { html, head: startTags(page.markup, 'head')[0] ?? html }
}

/** The start tags of an element of HTML, not of a drawing. */
export function ofHtml(page: LintedPage, name: string): MarkupToken[] {
  return startTags(page.markup, name).filter(({ foreign }) => !foreign)
}

/** The finding that something is missing in the head, at the tag that opens it. */
export function lacking(
  page: LintedPage,
  { head }: Frame,
  line: string,
): { readonly file: string; readonly start: number; readonly end: number; readonly fix: Fix } {
  const place = placeOn(page, head)
  return {
    ...place,
    fix: { title: `Add ${line}`, edits: [{ start: place.end, end: place.end, text: `\n${line}` }] },
  }
}
