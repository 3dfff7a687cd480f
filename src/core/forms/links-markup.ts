import { escapedHtml } from '../template/template.ts'
import {
  buttonMarkup,
  dayMarkup,
  errorMarkup,
  formMarkup,
  isolated,
  joined,
  linkMarkup,
  named,
  type Posting,
  titleMarkup,
  type Wording,
} from './access-parts.ts'

/** A link on the page of somebody's links to identity sources. */
export interface ShownLink {
  readonly source: string
  readonly subject: string
  /** The name of the source. */
  readonly name: string
  readonly email: string | null
  readonly createdAt: number
}

/** The links of an account, and sources that it can be linked with. */
export interface ShownLinks {
  readonly links: readonly ShownLink[]
  readonly others: readonly { readonly name: string; readonly href: string; readonly icon: string }[]
  readonly accountHref: string
  /** The label of the error. */
  readonly problem?: string
}

/** The content of the page of somebody's links to identity sources. */
export function linksMarkup(
  { links, others, accountHref, problem }: ShownLinks,
  posting: Posting,
  wording: Wording,
): string {
  const { word } = wording
  const items = links.map(link => `<li>${linkItem(link, posting, wording)}</li>`).join('\n')
  const more = others.map(({ name, href, icon }) => {
    const text = escapedHtml(word('FEDERATION_CONTINUE', { SOURCE: isolated(name) }))
    const picture = `<img src="${escapedHtml(icon)}" alt="" width="24" height="24">`
    return `<li><a href="${escapedHtml(href)}">${picture}<span>${text}</span></a></li>`
  })
  return joined([
    titleMarkup(word('LINKS_TITLE')),
    errorMarkup(problem && word(problem)),
    links.length === 0
      ? `<p>${escapedHtml(word('LINKS_NONE'))}</p>`
      : `<div><ul class="tiles">\n${items}\n</ul></div>`,
    more.length === 0
      ? undefined
      : `<section>\n<h2>${escapedHtml(word('LINKS_ADD'))}</h2>\n<ul class="sources">\n${more.join('\n')}\n</ul>\n</section>`,
    `<p class="after">${linkMarkup(word('APPS_ACCOUNT'), accountHref)}</p>`,
  ])
}

function linkItem(
  { source, subject, name, email, createdAt }: ShownLink,
  posting: Posting,
  wording: Wording,
): string {
  const address = email === null ? '' : `<span dir="auto">${escapedHtml(email)}</span>`
  const fields = [
    `<input type="hidden" name="source" value="${escapedHtml(source)}">`,
    `<input type="hidden" name="subject" value="${escapedHtml(subject)}">`,
    buttonMarkup(wording.word('LINKS_REMOVE', { SOURCE: isolated(name) }), 'remove', 'link'),
  ]
  return `<div class="tile"><strong>${named(name)}</strong>${address}<small>${dayMarkup(createdAt, wording)}</small>
${formMarkup(posting, fields)}</div>`
}
