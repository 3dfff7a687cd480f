import { object, orNull, record, type Schema, text, whole, yesOrNo } from './schema.ts'

const settings = {
  container: orNull('Id of the container that they carry, such as `GTM-ABCD123`.'),
  eval: yesOrNo('Whether the tag manager may evaluate text as script.'),
  firstParty: yesOrNo('Whether they tell the service what happens on them.'),
}

/** What the calls about the registration's events send and answer. */
export const ANALYTICS_SCHEMAS = {
  AnalyticsWish: object('What the registration pages of a theme shall send.', settings),
  ThemeAnalytics: object('What the registration pages of a theme send.', {
    ...settings,
    byHand: yesOrNo('Whether somebody put the tag manager there, and not the service.'),
  }),
  Container: object('A container of a tag manager.', {
    exportFormatVersion: whole('Always 2.'),
    exportTime: text('Always the same, so that two containers can be compared.'),
    containerVersion: record('Its tags, triggers and variables.', {}),
  }),
} as const satisfies Record<string, Schema>
