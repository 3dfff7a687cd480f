import { list, object, oneOf, orNull, record, type Schema, SENTENCE, text, whole, yesOrNo } from './schema.ts'

const counted = {
  event: text('Name of the event.'),
  times: whole('Number of times the event happened.'),
  journeys: whole('Number of registrations in which the event happened.'),
  dropOff: {
    type: ['number', 'null'],
    description:
      'Share of registrations that ended before this event, from 0 to 1. Null if there is nothing to compare with.',
  },
}
const figures = {
  steps: list('Each step, compared with the step before it.', object('A step.', counted)),
  fields: list('Each field, compared with the start.', object('A field.', counted)),
  designed: list(
    'Steps (`step_<id>`) and attributes (`field_<name>`) of your own flows, compared with the start.',
    object('A step or a field.', counted),
  ),
}

const wished = {
  container: orNull('Id of the tag manager container on the registration pages. Null for none.', {
    [SENTENCE]: 'The field container must be the id of a container, or null for none.',
  }),
  eval: yesOrNo('Whether the tag manager may evaluate text as script (`unsafe-eval`).'),
  firstParty: yesOrNo('Whether the registration pages send their events to Tabard.'),
}

/** Schemas of analytics. */
export const ANALYTICS_SCHEMAS = {
  ThemeAnalytics: object('The analytics settings of a theme’s registration pages.', {
    ...wished,
    byHand: yesOrNo('Whether the container was inserted by hand, not by the service.'),
  }),
  AnalyticsWish: object(
    'The settings to change. Settings that are absent do not change. `container: null` removes the container that the service inserted, but not one that was inserted by hand.',
    {},
    wished,
  ),
  Container: object('A tag manager container, ready to import.', {
    exportFormatVersion: whole('Always 2.'),
    exportTime: text('Always the same, so that two containers can be compared.'),
    containerVersion: record('Its tags, triggers and variables.', {}),
  }),
  Funnel: object('How many registrations reach each step.', {
    from: text('The first day.'),
    to: text('The last day.'),
    by: oneOf('How the figures are grouped.', ['day', 'theme', 'application', 'locale']),
    total: object('The figures of all registrations.', figures),
    groups: list(
      'The figures of each group.',
      object('A group.', { group: text('The day, theme, application or language.'), ...figures }),
    ),
  }),
  EventBatch: object('The events of a page.', {
    ticket: text('The ticket that the service put into the page.'),
    events: list('The events.', object('An event.', { name: text('Name of the event.') })),
  }),
} as const satisfies Record<string, Schema>
