/** The most of everything that a flow may have. */
export const MOST = {
  steps: 20,
  fields: 30,
  rules: 10,
  conditions: 10,
  conditionDepth: 3,
  choices: 100,
  domains: 50,
  languages: 60,
  title: 200,
  text: 2_000,
  pattern: 200,
  /** Characters of an answer; longer ones are cut off before they are checked. */
  answer: 300,
  mistakes: 100,
} as const
