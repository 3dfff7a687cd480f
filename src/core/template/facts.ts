import type { DefaultTreeAdapterMap } from 'parse5'
import { hides } from '../hiding.ts'
import type { EncoderName } from './encode.ts'
import type { Item } from './expand.ts'
import { itemAt, type Marked } from './marked.ts'
import type { MarkupToken } from './markup.ts'
import type { Place } from './places.ts'
import { repeatsAround } from './repeats.ts'
import { isScriptType, type ScriptFacts, scriptFacts } from './script-facts.ts'

/** A control of a form. Macros in its name and value are written as `@NAME@`. */
export interface ControlFacts {
  readonly name: string
  readonly value: string
  /** `hidden` and `typed` controls are always sent, a `choice` if it is chosen, and a `button` if it is pressed. */
  readonly kind: 'hidden' | 'typed' | 'choice' | 'button'
  /** Whether it is invisible unless a script shows it. */
  readonly covered: boolean
  /** Whether the template preselects it. */
  readonly checked: boolean
  readonly repeat: string | undefined
}

/** A form as a browser sees it. */
export interface FormFacts {
  readonly id: string
  /** Whether it is sent by POST, in an encoding that the service can read. */
  readonly posts: boolean
  /**
   * Empty for the page's own URL, `#` for a URL that only a script can set; otherwise the URL, with `@NAME@` for
   * macros.
   */
  readonly action: string
  readonly covered: boolean
  /** Whether a button, or Enter in its only field, submits it. */
  readonly sends: boolean
  readonly controls: readonly ControlFacts[]
}

/** What people can see, type into and submit on a compiled page. Macros of rows follow the name of their repeat. */
export interface PageFacts extends ScriptFacts {
  /** Macros in visible text. */
  readonly shown: readonly string[]
  /** Macros in text and attributes that are invisible unless a script shows them. */
  readonly covered: readonly string[]
  /** Macros in text inside an element that people click or type into. */
  readonly wrapped: readonly string[]
  /** Macros in the URLs of visible links. */
  readonly linked: readonly string[]
  readonly forms: readonly FormFacts[]
  /** Whether the page has a form, including one that only browsers without scripts show. */
  readonly hasForm: boolean
}

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

interface Owned extends FormFacts {
  readonly start: number
  readonly end: number
  readonly controls: ControlFacts[]
  sends: boolean
  /** Whether one of its buttons submits it to another URL, or with another method, than the form says. */
  diverted: boolean
  texts: number
}

/** The maximum number of forms and controls of a page that are checked. */
const MOST_FORMS = 100
const MOST_CONTROLS = 1_000
const LENGTH = 100
const UNSEEN = new Set(['head', 'title', 'template', 'noscript', 'style', 'script', 'datalist', 'iframe'])
const CONTROLS = new Set(['input', 'button', 'select', 'textarea'])
/** Encodings of a form that the service cannot read. */
const UNREADABLE = /^(?:multipart\/form-data|text\/plain)$/i
const BUTTONS = new Set(['submit', 'image', 'button', 'reset'])
const SENDING = new Set(['submit', 'image'])
const CHOICES = new Set(['checkbox', 'radio'])
/** Stands for a value that is left out. Without it, what is around the value would count as all there is. */
const LEFT_OUT = '\ufffd'
/** The encoders that drop a value, or change most of it. */
const WITHOUT_VALUE = new Set<EncoderName>(['strict', 'fixed', 'none'])
const CLICKED = new Set(['a', 'button', 'label', 'summary', 'select', 'option', 'textarea'])

/**
 * Collects the facts of a page from the document that a browser builds from it, with marks in place of macros. `seen`
 * is what browsers with scripts see, and `scriptless` what others see. `meant` is the macro whose value is used for a
 * name.
 */
export function factsOf(
  document: DefaultTreeAdapterMap['document'],
  { seen: markup, scriptless }: Readonly<Record<'seen' | 'scriptless', readonly MarkupToken[]>>,
  items: readonly Item[],
  text: Marked,
  places: readonly Pick<Place, 'layers'>[],
  meant: (name: string) => string,
): PageFacts {
  const around = repeatsAround(items)
  const repeatAt = (offset: number) => around[itemAt(text.starts, items.length, offset)]
  const mark = new RegExp(`${text.prefix}(\\d+)z`, 'g')
  // Where hardly anything of a value is left, it is as if the macro was not there.
  const macroOf = (number: string) => {
    const item = items[text.items[Number(number)]!]
    const isKept = !WITHOUT_VALUE.has(places[Number(number)]!.layers[0]!)
    return item?.kind === 'macro' && isKept ? meant(item.name) : undefined
  }
  const named = (value: string) => {
    if (!value.includes(text.prefix)) return value
    return value.replace(mark, (_, number: string) => {
      const macro = macroOf(number)
      return macro === undefined ? LEFT_OUT : `@${macro}@`
    })
  }
  const macrosIn = (value: string) => {
    if (!value.includes(text.prefix)) return []
    return [...value.matchAll(mark)].flatMap(([, number]) => {
      const macro = macroOf(number!)
      const repeat = around[text.items[Number(number)]!]
      return macro === undefined ? [] : [repeat === undefined ? macro : `${repeat} ${macro}`]
    })
  }
  const forms = formsOf(markup, named)
  const shown = new Set<string>()
  const covered = new Set<string>()
  const wrapped = new Set<string>()
  const linked = new Set<string>()
  const scripts: { readonly src: string | undefined; readonly text: string }[] = []
  const ids = new Set<string>()
  let controls = 0
  let handled = false

  const look = (node: Node, hidden: boolean, disabled: boolean, clicked: boolean): void => {
    if (node.nodeName === '#text') {
      for (const name of macrosIn((node as DefaultTreeAdapterMap['textNode']).value)) {
        if (clicked) wrapped.add(name)
        if (hidden) covered.add(name)
        else shown.add(name)
      }
      return
    }
    if (!('childNodes' in node)) return
    let unseen = hidden
    let off = disabled
    let inside = clicked
    if ('attrs' in node) {
      const element = node
      const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]))
      const id = attributes.get('id')
      if (id !== undefined) ids.add(named(id))
      handled ||= element.attrs.some(
        ({ name, value }) => name.startsWith('on') || /^\s*javascript:/i.test(value),
      )
      if (element.tagName === 'script') {
        if (isScriptType(attributes.get('type')))
          scripts.push({ src: attributes.get('src'), text: textOf(element) })
        return
      }
      unseen ||= isCovered(element, attributes)
      inside ||= CLICKED.has(element.tagName)
      off ||= element.tagName === 'fieldset' && attributes.has('disabled')
      for (const { value } of element.attrs) for (const name of macrosIn(value)) covered.add(name)
      if (element.tagName === 'a' && !unseen)
        for (const name of macrosIn(attributes.get('href') ?? '')) linked.add(name)
      const start = element.sourceCodeLocation?.startOffset ?? -1
      const form = element.tagName === 'form' ? forms.find(one => one.start === start) : undefined
      if (form !== undefined) Object.assign(form, { covered: unseen })
      const enabled = !off && !attributes.has('disabled') && isHtml(element)
      if (CONTROLS.has(element.tagName) && enabled && controls < MOST_CONTROLS) {
        const owner = ownerOf(forms, attributes.get('form'), start)
        if (owner !== undefined)
          controls += addControls(owner, element, attributes, { named, unseen, repeat: repeatAt(start) })
        // The value of an input button is its visible text.
        const said = BUTTONS.has(typeOf(element, attributes)) ? (attributes.get('value') ?? '') : ''
        if (!unseen) for (const name of macrosIn(said)) shown.add(name)
      }
    }
    for (const child of node.childNodes) look(child, unseen, off, inside)
  }
  look(document, false, false, false)
  return {
    shown: [...shown],
    covered: [...covered],
    wrapped: [...wrapped],
    linked: [...linked],
    hasForm: [markup, scriptless].some(tokens =>
      tokens.some(({ kind, name }) => kind === 'startTag' && name === 'form'),
    ),
    forms: forms.map(({ start: _, end: __, texts, diverted, ...form }) => ({
      ...form,
      sends: form.sends || (texts === 1 && !diverted),
    })),
    ...scriptFacts(scripts, { macrosIn, named, handled, ids }),
  }
}

/**
 * The forms, each with the range in which controls belong to it. A form inside another form is left out, because
 * browsers ignore it.
 */
function formsOf(markup: readonly MarkupToken[], named: (value: string) => string): Owned[] {
  const forms: Owned[] = []
  let open = false
  for (const token of markup) {
    if (token.name !== 'form' || token.foreign) continue
    if (token.kind === 'endTag' && open) {
      Object.assign(forms.at(-1)!, { end: token.start })
      open = false
    }
    if (token.kind !== 'startTag' || open) continue
    if (forms.length === MOST_FORMS) break
    open = true
    const value = (name: string) =>
      named(token.attributes.find(attribute => attribute.name === name)?.value ?? '')
    const action = value('action').trim()
    forms.push({
      id: value('id'),
      posts: /^post$|@/i.test(value('method')) && !UNREADABLE.test(value('enctype')),
      action: /^(?:#|javascript:)/i.test(action) ? '#' : action.slice(0, LENGTH),
      covered: false,
      sends: false,
      diverted: false,
      texts: 0,
      controls: [],
      start: token.start,
      end: Number.POSITIVE_INFINITY,
    })
  }
  return forms
}

function ownerOf(forms: readonly Owned[], id: string | undefined, offset: number): Owned | undefined {
  if (id !== undefined) return forms.find(form => form.id === id)
  return forms.find(({ start, end }) => start < offset && offset < end)
}

function addControls(
  form: Owned,
  element: Element,
  attributes: ReadonlyMap<string, string>,
  {
    named,
    unseen,
    repeat,
  }: { named: (value: string) => string; unseen: boolean; repeat: string | undefined },
): number {
  const type = typeOf(element, attributes)
  if (SENDING.has(type) && isDiverting(form, attributes, named)) form.diverted = true
  else if (SENDING.has(type) && !unseen) form.sends = true
  const kind = CHOICES.has(type)
    ? 'choice'
    : BUTTONS.has(type)
      ? 'button'
      : type === 'hidden'
        ? 'hidden'
        : 'typed'
  if (kind === 'typed' && element.tagName === 'input') form.texts += 1
  if (type === 'button' || type === 'reset') return 0
  const name = named(attributes.get('name') ?? '').slice(0, LENGTH)
  if (name === '') return 0
  const add = (value: string, of: ControlFacts['kind'], checked = false) =>
    form.controls.push({
      name,
      value: named(value).slice(0, LENGTH),
      kind: of,
      covered: unseen || of === 'hidden' || attributes.has('readonly'),
      checked,
      repeat,
    })
  if (element.tagName !== 'select') {
    const given = attributes.get('value') ?? (kind === 'choice' ? 'on' : '')
    add(given, kind, kind === 'choice' && attributes.has('checked'))
    return 1
  }
  const options = optionsOf(element)
  for (const option of options.slice(0, LENGTH)) {
    const value = option.attrs.find(attribute => attribute.name === 'value')?.value ?? textOf(option).trim()
    add(value, 'choice')
  }
  if (options.length === 0) add('', 'choice')
  return options.length + 1
}

/** An action without the address of the tenant in front of its path. */
export function pathOfAction(action: string): string {
  return action.replace(/^(?:https?:\/\/@TENANT@|@TENANT_URL@)/, '')
}

/** Whether a button has its own URL, method or encoding by which the service cannot accept the form. */
function isDiverting(
  { action }: FormFacts,
  attributes: ReadonlyMap<string, string>,
  named: (value: string) => string,
): boolean {
  const given = (name: string) => named(attributes.get(name) ?? '')
  const address = given('formaction').trim()
  if (address !== '' && address !== action && !pathOfAction(address).startsWith('@')) return true
  if (!/^(?:|post)$/i.test(given('formmethod'))) return true
  return UNREADABLE.test(given('formenctype'))
}

function optionsOf(element: Element): Element[] {
  return element.childNodes.flatMap(child => {
    if (!('tagName' in child)) return []
    return child.tagName === 'option' ? [child] : optionsOf(child)
  })
}

function typeOf({ tagName }: Element, attributes: ReadonlyMap<string, string>): string {
  const type = attributes.get('type')?.toLowerCase() ?? ''
  if (tagName === 'button') return type === 'button' || type === 'reset' ? type : 'submit'
  return tagName === 'input' ? type : tagName
}

function isCovered({ tagName }: Element, attributes: ReadonlyMap<string, string>): boolean {
  if (UNSEEN.has(tagName) || attributes.has('hidden') || attributes.has('inert')) return true
  return (tagName === 'dialog' && !attributes.has('open')) || hides(attributes.get('style') ?? '')
}

/** Whether a browser creates a control for an element with such a name. It does not in SVG and MathML. */
function isHtml({ namespaceURI }: Partial<Pick<Element, 'namespaceURI'>>): boolean {
  return namespaceURI === undefined || namespaceURI === 'http://www.w3.org/1999/xhtml'
}

function textOf(element: Element): string {
  return element.childNodes.map(child => ('value' in child ? child.value : '')).join('')
}
