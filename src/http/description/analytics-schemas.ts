import { list, object, oneOf, orNull, record, type Schema, SENTENCE, text, whole, yesOrNo } from './schema.ts'

const counted = {
  event: text('Name of the event.'),
  times: whole('How often it happened.'),
  journeys: whole('In how many journeys it happened.'),
  dropOff: {
    type: ['number', 'null'],
    description:
      'The share of journeys that were lost before it; null where there is nothing to compare with.',
  },
}
const figures = {
  steps: list('Each step, against the one before it.', object('A step.', counted)),
  fields: list('Each field, against the start.', object('A field.', counted)),
  designed: list(
    'Each step that was designed, as `step_<id>`, and each field for an attribute that was added, as `field_<name>`, against the start.',
    object('A step or a field.', counted),
  ),
}

const wished = {
  container: orNull('Id of the container that they carry.', {
    [SENTENCE]: 'The field container must be the id of a container, or null for none.',
  }),
  eval: yesOrNo('Whether the tag manager may evaluate text as script.'),
  firstParty: yesOrNo('Whether they tell the service what happens on them.'),
}

/** Schemas of analytics. */
export const ANALYTICS_SCHEMAS = {
  ThemeAnalytics: object('What the registration pages of a theme send, and where to.', {
    ...wished,
    byHand: yesOrNo('Whether a person put the container there, and not the service.'),
  }),
  AnalyticsWish: object(
    'What they send. A property that is absent is not changed. `container: null` removes the container that the service inserted, but not one that was inserted by hand.',
    {},
    wished,
  ),
  Container: object('A container of a tag manager.', {
    exportFormatVersion: whole('Always 2.'),
    exportTime: text('Always the same, so that two containers can be compared.'),
    containerVersion: record('Its tags, triggers and variables.', {}),
  }),
  Funnel: object('How far registrations come.', {
    from: text('The first day.'),
    to: text('The last day.'),
    by: oneOf('What the groups are.', ['day', 'theme', 'application', 'locale']),
    total: object('All together.', figures),
    groups: list('Each group.', object('A group.', { group: text('Which one.'), ...figures })),
  }),
  EventBatch: object('What happened on a page.', {
    ticket: text('What the page was given.'),
    events: list('What happened.', object('An event.', { name: text('Its name.') })),
  }),
} as const satisfies Record<string, Schema>
