/**
 * Limits on one template with its header, footer and labels. They apply wherever text of a theme is parsed, so that a
 * few kilobytes cannot cost seconds or gigabytes.
 */
export const TEMPLATE_BOUNDS = Object.freeze({
  /** Characters of the files of one page, including its labels and style sheets. */
  sources: 8 * 1024 * 1024,
  /** Characters of the page after header, footer and labels are inserted. */
  page: 4 * 1024 * 1024,
  /** Characters of the page after its values are inserted. */
  output: 8 * 1024 * 1024,
  /** Elements and comments, including those that a browser creates for unclosed tags. */
  elements: 20_000,
  /** Pieces of text, as a browser's parser reads them. */
  texts: 400_000,
  attributes: 50_000,
  attributesOfElement: 250,
  /** Chromium's limit is the same. */
  depth: 512,
  /** Macros, labels and ends of repeats. */
  constructs: 20_000,
  /** Labels in the label files of a language, including those of the master. */
  labels: 10_000,
  /** Characters of these labels, including their names. */
  labelTexts: 1024 * 1024,
  /** Style sheets of the theme that a page links. */
  sheets: 50,
  /** Other origins that the scripts of a page are loaded from. */
  scriptOrigins: 200,
  /** Characters of a mail's subject, and of its sender. */
  subject: 500,
  /** Languages of a theme, including those of the master. A write that would add more is refused. */
  locales: 100,
  /** Bytes of the content policy. Common proxies accept 4 KB for all headers of a response. */
  policy: 3_072,
  /** Seconds of processor time for compiling a page. */
  seconds: 1,
  /** Seconds for all slow pages and languages of a theme. When they are used up, such pages are not compiled again. */
  secondsOfTheme: 20,
  /** MiB of memory for compiling. */
  memory: 128,
})

export type BoundName = keyof typeof TEMPLATE_BOUNDS

// Called on demand, because loading Node's locale data takes longer than the rest of this module.
const number = (count: number) => count.toLocaleString('en-US')
const seconds = (count: number) => `${number(count)} ${count === 1 ? 'second' : 'seconds'}`
const MiB = 1024 * 1024

const OVER: Readonly<Record<BoundName, (bound: number) => string>> = {
  sources: bound => `the files of the page are too large in total (more than ${bound / MiB} MiB)`,
  page: bound => `the page is too large (more than ${bound / MiB} MiB)`,
  output: bound => `the page is too large with its values (more than ${bound / MiB} MiB)`,
  elements: bound => `there are too many elements (more than ${number(bound)})`,
  texts: bound => `there are too many words between the elements (more than ${number(bound)})`,
  attributes: bound => `there are too many attributes (more than ${number(bound)})`,
  attributesOfElement: bound => `an element has too many attributes (more than ${number(bound)})`,
  depth: bound => `elements are nested too deeply (more than ${number(bound)} levels)`,
  constructs: bound => `there are too many macros, labels and repeats (more than ${number(bound)})`,
  labels: bound => `there are too many labels (more than ${number(bound)})`,
  labelTexts: bound => `the labels are too long in total (more than ${bound / MiB} MiB)`,
  sheets: bound => `the page names too many style sheets (more than ${number(bound)})`,
  scriptOrigins: bound => `scripts are loaded from too many origins (more than ${number(bound)})`,
  subject: bound => `the subject or the sender is too long (more than ${number(bound)} characters)`,
  locales: bound => `there are too many languages (more than ${number(bound)})`,
  policy: bound => `the content policy is too long (more than ${number(bound)} bytes)`,
  seconds: bound => `compiling takes too long (more than ${seconds(bound)})`,
  secondsOfTheme: bound =>
    `compiling the slow pages of the theme takes too long in all languages (more than ${seconds(bound)})`,
  memory: bound => `compiling needs too much memory (more than ${number(bound)} MiB)`,
}

/** The place at which a limit was exceeded. */
export interface FaultPlace {
  readonly file: string
  readonly offset: number
  /** Known once somebody who has the text has counted the lines. */
  readonly line?: number
}

/** A template that exceeds a limit. People see the master's page instead. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault'
  readonly bound: BoundName
  /** Undefined if only the offset in the parsed text is known, or nothing. */
  readonly place: FaultPlace | undefined
  readonly offset: number

  constructor(bound: BoundName, at: number | FaultPlace = 0) {
    super(OVER[bound](TEMPLATE_BOUNDS[bound]))
    this.bound = bound
    this.place = typeof at === 'number' ? undefined : at
    this.offset = typeof at === 'number' ? at : at.offset
  }
}

/** Counts towards one limit, and throws when it is exceeded. */
export function counter(bound: BoundName): (amount: number, at?: number | FaultPlace) => void {
  let spent = 0
  return (amount, at) => {
    spent += amount
    if (spent > TEMPLATE_BOUNDS[bound]) throw new TemplateFault(bound, at)
  }
}
