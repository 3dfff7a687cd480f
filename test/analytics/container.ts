/** What the interpreter tells of an event. */
export interface Told {
  readonly event: string
  readonly tags: readonly {
    readonly tag: string
    readonly name: string | null
    readonly fired: boolean
    readonly measurementId?: string
    readonly why?: readonly unknown[]
  }[]
}

const TITLE = 'Custom JavaScript - Page Title'
const ATTRIBUTE = 'Data Layer Variable - User Attribute'
const CLICKS = {
  first_name: 'given_name',
  last_name: 'family_name',
  age: 'age',
  mobile_number: 'mobile_number',
  email: 'email',
  password: 'password',
}
const VIEWS = {
  registration_started: 'Create an account',
  registration_submitted: "Let's verify your email",
  email_verified: 'Your email is verified',
  reg_complete: 'Your account is created',
}
const RULES = [
  ...Object.entries(CLICKS).map(([event, text]) => ['CLICK', event, ATTRIBUTE, text] as const),
  ...Object.entries(VIEWS).map(([event, text]) => ['PAGEVIEW', event, TITLE, text] as const),
]

const text = (key: string, value: string) => ({ type: 'TEMPLATE', key, value })

/** A container as the interface lists it. */
export const CONTAINER = {
  tag: [
    {
      name: 'Configuration',
      type: 'gaawc',
      parameter: [text('measurementId', 'G-TEST1234')],
      firingTriggerId: ['1'],
    },
    ...RULES.map(([, event], index) => ({
      name: event as string,
      type: 'gaawe',
      parameter: [
        text('eventName', event),
        { type: 'TAG_REFERENCE', key: 'measurementId', value: 'Configuration' },
      ],
      firingTriggerId: [String(index + 2)],
    })),
  ],
  trigger: [
    { triggerId: '1', name: 'Initialization', type: 'INIT', filter: [] },
    ...[...RULES, ['PAGEVIEW', 'unused', 'Click ID', 'Your account is created'] as const].map(
      ([type, name, variable, contained], index) => ({
        triggerId: String(index + 2),
        name: name as string,
        type: type as string,
        filter: [{ type: 'CONTAINS', parameter: [text('arg0', `{{${variable}}}`), text('arg1', contained)] }],
      }),
    ),
  ],
  variable: [
    { name: ATTRIBUTE, type: 'v', parameter: [text('name', 'gtm.element.dataset.userAttribute')] },
    {
      name: TITLE,
      type: 'jsm',
      parameter: [text('javascript', "function () { return document.getElementById('title').textContent }")],
    },
  ],
  builtInVariable: [
    'Page URL',
    'Page Hostname',
    'Page Path',
    'Referrer',
    'Event',
    'Click ID',
    'Click Text',
  ].map(name => ({ name, type: name.toUpperCase().replace(' ', '_') })),
}

/** The same with the title read as an element, which needs no evaluation. */
export function withTitleElement(container: typeof CONTAINER): typeof CONTAINER {
  const parameter = [text('selectorType', 'ID'), text('elementId', 'title')]
  return {
    ...container,
    variable: container.variable.map(its => (its.type === 'jsm' ? { ...its, type: 'd', parameter } : its)),
  }
}
