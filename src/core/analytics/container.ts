import { invalidValue } from '../refusal.ts'
import { fieldEvent, isDesignedEvent, stepEvent } from './designed.ts'
import { EVENTS, FIELD_EVENTS, type RegistrationEvent, STEP_EVENTS } from './events.ts'
import { MEASUREMENT_ID } from './ids.ts'

/** The titles of the steps' pages, by label. */
export type StepTitles = Readonly<Record<keyof typeof STEP_EVENTS, string>>

/** The options of a container. */
export interface ContainerWishes {
  readonly measurementId: string
  /** Whether the page's policy allows the tag manager to evaluate the script of a variable. */
  readonly eval: boolean
  /** The titles in further languages, by language tag. */
  readonly titles?: ReadonlyMap<string, StepTitles>
  /** Parts that have events beside the ten standard ones; if absent, there are only the ten. */
  readonly designed?: DesignedParts
  /**
   * The custom attributes of the tenant. A click into their fields must not count for a field whose name theirs
   * contains.
   */
  readonly own?: readonly string[]
}

/** Steps that administrators have designed, with their titles, and custom attributes. */
export interface DesignedParts {
  readonly steps: readonly { readonly id: string; readonly titles: readonly string[] }[]
  readonly fields: readonly string[]
}

/** The owner of a part of a container. */
interface Owned {
  readonly accountId: string
  readonly containerId: string
  readonly fingerprint: string
}

/** A value of a tag, a trigger or a variable. Numbers and booleans are also texts. */
export interface Parameter {
  readonly type: 'TEMPLATE' | 'BOOLEAN' | 'INTEGER' | 'TAG_REFERENCE'
  readonly key: string
  readonly value: string
}

export interface Tag extends Owned {
  readonly tagId: string
  readonly name: string
  readonly type: 'gaawc' | 'gaawe'
  readonly parameter: readonly Parameter[]
  readonly firingTriggerId: readonly string[]
  /** Exceptions: if one of these triggers applies, the tag does not fire. */
  readonly blockingTriggerId?: readonly string[]
  readonly tagFiringOption: 'ONCE_PER_EVENT'
}

export interface Trigger extends Owned {
  readonly triggerId: string
  readonly name: string
  readonly type: 'INIT' | 'CLICK' | 'PAGEVIEW'
  readonly filter?: readonly {
    readonly type: 'CONTAINS' | 'EQUALS' | 'MATCH_REGEX'
    readonly parameter: readonly Parameter[]
  }[]
}

export interface Variable extends Owned {
  readonly variableId: string
  readonly name: string
  readonly type: 'v' | 'jsm' | 'd'
  readonly parameter: readonly Parameter[]
}

export interface BuiltInVariable extends Omit<Owned, 'fingerprint'> {
  readonly type: string
  readonly name: string
}

/** A container in the import format of the tag manager. */
export interface Container {
  readonly exportFormatVersion: 2
  readonly exportTime: string
  readonly containerVersion: Owned & {
    readonly path: string
    readonly containerVersionId: string
    readonly container: Owned & {
      readonly path: string
      readonly name: string
      readonly publicId: string
      readonly usageContext: readonly ['WEB']
    }
    readonly tag: readonly Tag[]
    readonly trigger: readonly Trigger[]
    readonly variable: readonly Variable[]
    readonly builtInVariable: readonly BuiltInVariable[]
  }
}

/** The English page titles that the triggers of the container test. */
export const INTERFACE_TITLES: StepTitles = {
  REG_TITLE_START: 'Create an account',
  REG_TITLE_VERIFY: "Let's verify your email",
  REG_TITLE_VERIFIED: 'Your email is verified',
  REG_TITLE_CREATED: 'Your account is created',
}

/** The time of every export. It is constant, so that two containers can be compared. */
export const EXPORT_TIME = '2000-01-01 00:00:00'

const CONFIGURATION = 'Configuration'
const ATTRIBUTE = 'Data Layer Variable - User Attribute'
const TITLE = 'Custom JavaScript - Page Title'
const TITLE_SCRIPT = `function() {
  var title = document.getElementById('title');
  return title ? title.textContent : '';
}`
const BUILT_IN: Readonly<Record<string, string>> = {
  PAGE_URL: 'Page URL',
  PAGE_HOSTNAME: 'Page Hostname',
  PAGE_PATH: 'Page Path',
  REFERRER: 'Referrer',
  EVENT: 'Event',
  CLICK_ID: 'Click ID',
  CLICK_TEXT: 'Click Text',
}
/** An import assigns new ids to everything. These only have to be texts. */
const OWNER = { accountId: '0', containerId: '0' } as const

/** The id of an analytics property's stream. */
export function measurementId(text: string): string {
  if (MEASUREMENT_ID.pattern.test(text)) return text
  throw invalidValue(MEASUREMENT_ID.rule)
}

/** The container that sends the events of the registration. Equal wishes give an equal text. */
export function container(wishes: ContainerWishes): Container {
  const { triggers, firing, blocking, initial } = triggersFor(wishes)
  const own = { ...OWNER, fingerprint: '0' }
  return {
    exportFormatVersion: 2,
    exportTime: EXPORT_TIME,
    containerVersion: {
      ...own,
      path: 'accounts/0/containers/0/versions/0',
      containerVersionId: '0',
      container: {
        ...own,
        path: 'accounts/0/containers/0',
        name: 'Tabard registration',
        publicId: 'GTM-0000000',
        usageContext: ['WEB'],
      },
      tag: tagsFor(wishes.measurementId, { firing, blocking, initial }).map(tag => ({ ...own, ...tag })),
      trigger: triggers.map(trigger => ({ ...own, ...trigger })),
      variable: variablesFor(wishes.eval).map(variable => ({ ...own, ...variable })),
      builtInVariable: Object.entries(BUILT_IN).map(([type, name]) => ({ ...OWNER, type, name })),
    },
  }
}

/** The container as a file. */
export function containerFile(wishes: ContainerWishes): { name: string; text: string } {
  const text = `${JSON.stringify(container(wishes), null, 2)}\n`
  return { name: `tabard-registration-${wishes.measurementId}.json`, text }
}

/** Pairs of steps where one title contains the other. The page of the longer title fires both events. */
export function clashes(
  titles: ReadonlyMap<string, StepTitles>,
): { event: RegistrationEvent; other: RegistrationEvent; title: string; language: string }[] {
  const all = [['en', INTERFACE_TITLES] as const, ...titles].flatMap(([language, of]) =>
    labels().map(label => ({ language, label, title: of[label] })),
  )
  const found = all.flatMap(({ label, title, language }) =>
    all
      .filter(other => other.label !== label && isUsable(other.title) && title.includes(other.title))
      .map(other => ({ event: STEP_EVENTS[label], other: STEP_EVENTS[other.label], title, language })),
  )
  return [...new Map(found.map(clash => [`${clash.title}\n${clash.other}`, clash])).values()]
}

/** Titles that no trigger can test: every title contains an empty text, and braces are names of variables. */
export function unusable(
  titles: ReadonlyMap<string, StepTitles>,
): { event: RegistrationEvent; title: string; language: string }[] {
  return [...titles].flatMap(([language, of]) =>
    labels()
      .filter(label => !isUsable(of[label]))
      .map(label => ({ event: STEP_EVENTS[label], title: of[label], language })),
  )
}

function isUsable(title: string): boolean {
  return title.trim() !== '' && !title.includes('{{')
}

function triggersFor({ titles = new Map(), designed, own = [] }: ContainerWishes) {
  const { steps, fields } = designed ?? { steps: [], fields: [] }
  const triggers: Omit<Trigger, keyof Owned>[] = []
  const firing = new Map<string, string[]>()
  const add = (trigger: Omit<Trigger, keyof Owned | 'triggerId'>, event?: string) => {
    const triggerId = String(triggers.length + 1)
    triggers.push({ triggerId, ...trigger })
    if (event !== undefined) firing.set(event, [...(firing.get(event) ?? []), triggerId])
    return triggerId
  }
  const initial = add({ name: 'Initialization', type: 'INIT' })
  for (const [attribute, event] of Object.entries(FIELD_EVENTS))
    add({ name: `Click on ${attribute}`, type: 'CLICK', filter: contains(ATTRIBUTE, attribute) }, event)
  for (const label of labels()) {
    const filter = contains(TITLE, INTERFACE_TITLES[label])
    add({ name: spoken(STEP_EVENTS[label]), type: 'PAGEVIEW', filter }, STEP_EVENTS[label])
  }
  const unused = contains(BUILT_IN.CLICK_ID!, INTERFACE_TITLES.REG_TITLE_CREATED)
  add({ name: 'Click ID of the last step', type: 'PAGEVIEW', filter: unused })
  for (const label of labels()) {
    const known = new Set([INTERFACE_TITLES[label]])
    for (const [language, of] of titles) {
      const title = of[label]
      if (known.has(title) || !isUsable(title)) continue
      known.add(title)
      const name = `${spoken(STEP_EVENTS[label])} (${language})`
      add({ name, type: 'PAGEVIEW', filter: contains(TITLE, title) }, STEP_EVENTS[label])
    }
  }
  const clicks = new Map<string, string>()
  for (const name of new Set([...fields, ...own.filter(name => takenFor(name).length > 0)])) {
    const event = fields.includes(name) ? fieldEvent(name) : undefined
    const filter = tested('EQUALS', ATTRIBUTE, name)
    clicks.set(name, add({ name: `Click on ${name}`, type: 'CLICK', filter }, event))
  }
  for (const { id, titles: said } of steps)
    for (const title of said.filter(isUsable)) {
      // Themes may write titles on separate lines.
      const filter = tested('MATCH_REGEX', TITLE, `^\\s*${escaped(title.trim())}\\s*$`)
      add({ name: `Step ${id} (${title})`, type: 'PAGEVIEW', filter }, stepEvent(id))
    }
  const blocking = new Map<string, string[]>()
  for (const [name, trigger] of clicks)
    for (const event of takenFor(name)) blocking.set(event, [...(blocking.get(event) ?? []), trigger])
  return { triggers, firing, blocking, initial }
}

/** The standard events that a click into the field of another attribute would also fire, because of its name. */
function takenFor(name: string): RegistrationEvent[] {
  return Object.entries(FIELD_EVENTS)
    .filter(([attribute]) => name !== attribute && name.includes(attribute))
    .map(([, event]) => event)
}

/** Ids of triggers, by event; `initial` is that of the configuration. */
interface Firing {
  readonly firing: ReadonlyMap<string, readonly string[]>
  readonly blocking: ReadonlyMap<string, readonly string[]>
  readonly initial: string
}

function tagsFor(property: string, { firing, blocking, initial }: Firing): Omit<Tag, keyof Owned>[] {
  const configuration = {
    name: CONFIGURATION,
    type: 'gaawc',
    parameter: [
      parameter('BOOLEAN', 'sendPageView', 'true'),
      parameter('BOOLEAN', 'enableSendToServerContainer', 'false'),
      parameter('TEMPLATE', 'measurementId', property),
    ],
    firingTriggerId: [initial],
  } as const
  const more = [...firing.keys()].filter(isDesignedEvent)
  const events = [...EVENTS, ...more].map(
    event =>
      ({
        name: event,
        type: 'gaawe',
        parameter: [
          parameter('TEMPLATE', 'eventName', event),
          parameter('TAG_REFERENCE', 'measurementId', CONFIGURATION),
        ],
        firingTriggerId: firing.get(event)!,
        ...(blocking.has(event) && { blockingTriggerId: blocking.get(event)! }),
      }) as const,
  )
  return [configuration, ...events].map((tag, index) => ({
    tagId: String(index + 1),
    ...tag,
    tagFiringOption: 'ONCE_PER_EVENT',
  }))
}

function variablesFor(evaluated: boolean): Omit<Variable, keyof Owned>[] {
  const attribute = [
    parameter('INTEGER', 'dataLayerVersion', '2'),
    parameter('BOOLEAN', 'setDefaultValue', 'false'),
    parameter('TEMPLATE', 'name', 'gtm.element.dataset.userAttribute'),
  ]
  const script = [parameter('TEMPLATE', 'javascript', TITLE_SCRIPT)]
  const element = [parameter('TEMPLATE', 'selectorType', 'ID'), parameter('TEMPLATE', 'elementId', 'title')]
  return [
    { variableId: '1', name: ATTRIBUTE, type: 'v', parameter: attribute },
    evaluated
      ? { variableId: '2', name: TITLE, type: 'jsm', parameter: script }
      : { variableId: '2', name: TITLE, type: 'd', parameter: element },
  ]
}

/** Escapes a text, so that the pattern matches only this text. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/**
 * The triggers of the ten standard events test whether a value contains a text, as in containers for IBM Security
 * Verify.
 */
function contains(variable: string, text: string): NonNullable<Trigger['filter']> {
  return tested('CONTAINS', variable, text)
}

function tested(
  type: NonNullable<Trigger['filter']>[number]['type'],
  variable: string,
  text: string,
): NonNullable<Trigger['filter']> {
  const sides = [parameter('TEMPLATE', 'arg0', `{{${variable}}}`), parameter('TEMPLATE', 'arg1', text)]
  return [{ type, parameter: sides }]
}

function parameter(type: Parameter['type'], key: string, value: string): Parameter {
  return { type, key, value }
}

function labels(): (keyof typeof STEP_EVENTS)[] {
  return Object.keys(STEP_EVENTS) as (keyof typeof STEP_EVENTS)[]
}

function spoken(event: string): string {
  const words = event.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}
