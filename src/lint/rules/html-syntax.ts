import type { MarkupToken } from '../../core/template/template.ts'
import { type TagFlaw, tagFlaws } from '../broken-tags.ts'
import { placeOn } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import type { LintedPage } from '../page.ts'
import type { Rule, Tell } from '../rule.ts'

const VOID = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
)
/** Elements that a browser closes by itself at the right place. */
const OPTIONAL = new Set(
  'html head body p li dt dd option optgroup tr td th thead tbody tfoot colgroup caption rt rp'.split(' '),
)
/** Elements that a paragraph cannot hold: their tags close it. */
const CLOSES_PARAGRAPH = new Set(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section summary table ul li dd dt'.split(
    ' ',
  ),
)
/** Elements inside of which a paragraph is another one. */
const BORDERS = new Set('table td th caption button object marquee template html svg math'.split(' '))
/** Others on a page are reported when these are fixed: one mistake often causes many. */
const MOST = 20
const CURLY = /[\u201c\u201d\u201e\u2018\u2019]/

export const htmlSyntax: Rule = {
  id: 'html/syntax',
  severity: 'error',
  title: 'An element, tag, quote or comment that is not closed, or curly quotes in a tag',
  reason: `Browsers guess where an unclosed element ends, so styles and forms may apply to more than they should. If a
quote, a tag or a comment is not closed, the rest of the page can become a part of it, such as the form. Curly quotes do
not delimit attributes: a style sheet with its URL in curly quotes is never loaded. Close what you open, and use straight
quotes. An end tag without a start tag, and an attribute that a tag has twice, have no effect and are only warnings.
Header, page and footer are read together: the footer may close what the header opens. A template that exceeds a limit of
the service is not shown at all.`,
  bad: { [PAGE]: examplePage('<div class="panel"><p>$LOGOUT_OK_SIGNOUT_SUCCESSFUL$</p>') },
  good: { [PAGE]: examplePage('<div class="panel"><p>$LOGOUT_OK_SIGNOUT_SUCCESSFUL$</p></div>') },
  page(page, tellAll) {
    if (page.fault !== undefined) {
      const { message, place } = page.fault
      const at = place && { file: place.file, start: place.offset }
      tellAll({ ...at, message: `The master's template is used instead: ${message}.` })
    }
    let [errors, warnings] = [0, 0]
    const tell: Tell = told => {
      const count = told.severity === 'warning' ? ++warnings : ++errors
      if (count <= MOST) tellAll(told)
    }
    for (const token of page.markup) if (token.kind === 'startTag') tellCurly(page, token, tell)
    for (const flaw of tagFlaws(page.markup, page.source)) tellFlaw(page, flaw, tell)
    const open = new OpenElements()
    const forgiven = new Map<string, number>()
    const forgive = (name: string) => forgiven.set(name, (forgiven.get(name) ?? 0) + 1)
    for (const marked of page.markup) {
      const { kind } = marked
      // Each macro has a mark of its own, and tags belong together if their macros have the same name.
      const name = page.written(marked.name)
      const token = { ...marked, name }
      if (kind === 'startTag') {
        if (CLOSES_PARAGRAPH.has(name)) open.closeParagraph()
        if (!VOID.has(name) && !isClosedByItself(page, token)) open.push(token)
      }
      if (kind !== 'endTag' || VOID.has(name)) continue
      const inside = open.close(name)
      if (inside === undefined) {
        const left = forgiven.get(name) ?? 0
        if (left > 0) forgiven.set(name, left - 1)
        else if (warnings < MOST && (!OPTIONAL.has(name) || name === 'p')) tellStray(page, token, tell)
        continue
      }
      for (const unclosed of inside) {
        if (OPTIONAL.has(unclosed.name)) continue
        forgive(unclosed.name)
        tellUnclosed(page, unclosed, `<${unclosed.name}> is not closed before </${name}>.`, tell)
      }
    }
    for (const unclosed of open.all)
      if (!OPTIONAL.has(unclosed.name))
        tellUnclosed(page, unclosed, `<${unclosed.name}> is never closed. Add </${unclosed.name}>.`, tell)
  },
}

/** Elements that are open. It counts them by name, so that nobody looks through all of them for one that is not there. */
class OpenElements {
  readonly #open: MarkupToken[] = []
  readonly #counts = new Map<string, number>()

  get all(): readonly MarkupToken[] {
    return this.#open
  }

  push(token: MarkupToken): void {
    this.#open.push(token)
    this.#count(token.name, 1)
  }

  /** Closes the innermost element of a name, with those that are open inside of it; undefined where there is none. */
  close(name: string): readonly MarkupToken[] | undefined {
    if ((this.#counts.get(name) ?? 0) === 0) return undefined
    const closed = this.#open.splice(this.#open.findLastIndex(one => one.name === name))
    for (const one of closed) this.#count(one.name, -1)
    return closed.slice(1)
  }

  closeParagraph(): void {
    if ((this.#counts.get('p') ?? 0) === 0) return
    for (let at = this.#open.length - 1; at >= 0 && !BORDERS.has(this.#open[at]!.name); at--) {
      if (this.#open[at]!.name !== 'p') continue
      this.#open.splice(at, 1)
      this.#count('p', -1)
      return
    }
  }

  #count(name: string, by: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by)
  }
}

/** In drawings and formulas, and only there, a slash closes an element. */
function isClosedByItself(page: LintedPage, { name, foreign, end }: MarkupToken): boolean {
  return (foreign || name === 'svg' || name === 'math') && page.slice(end - 2, end) === '/>'
}

function tellUnclosed(page: LintedPage, token: MarkupToken, message: string, tell: Tell): void {
  // Findings in a label are reported at the label.
  if (page.at(token.start).label === undefined) tell({ ...placeOn(page, token), message })
}

function tellStray(page: LintedPage, token: MarkupToken, tell: Tell): void {
  if (page.at(token.start).label !== undefined) return
  const message =
    token.name === 'p'
      ? '</p> closes no paragraph: the paragraph ended where an element began that cannot stand in one.'
      : `</${token.name}> closes nothing: no <${token.name}> is open here.`
  tell({ ...placeOn(page, token), message, severity: 'warning' })
}

const FLAWS: Readonly<Record<TagFlaw['kind'], (name: string) => Omit<Parameters<Tell>[0], 'start' | 'end'>>> =
  {
    quote: name => ({
      message: `The value of ${name} has no closing quote, so it continues in the tags after it. Write ${name}="…".`,
    }),
    tag: name => ({ message: `The tag ${name} does not end. Add the missing quote or >.` }),
    'stray quote': name => ({
      message: `The tag ${name}> has a quote that is not around a value. Write name="…".`,
      severity: 'warning',
    }),
    twice: name => ({
      message: `The tag has ${name} twice. Browsers use only the first one. Remove one of them.`,
      severity: 'warning',
    }),
    comment: () => ({ message: 'The comment does not end. Add -->.' }),
    'nested comment': () => ({
      message:
        'The comment has another <!-- inside, and ends at the first -->. Close it earlier, or remove the inner one.',
      severity: 'warning',
    }),
  }

function tellFlaw(page: LintedPage, { kind, name, start, end }: TagFlaw, tell: Tell): void {
  if (page.at(start).label !== undefined) return
  tell({ ...placeOn(page, { start, end }), ...FLAWS[kind](page.written(name)) })
}

function tellCurly(page: LintedPage, { attributes }: MarkupToken, tell: Tell): void {
  for (const attribute of attributes) {
    const { name, value, quote } = attribute
    if (quote !== '' || !CURLY.test(value.slice(0, 1)) || page.at(attribute.start).label !== undefined)
      continue
    tell({
      ...placeOn(page, attribute),
      message: `The value of ${name} stands between curly quotes, which browsers take for a part of it. Write ${name}="…".`,
    })
  }
}
