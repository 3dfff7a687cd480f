/** The limits of a flow. */
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
  /** Characters of an answer. Longer answers are truncated before they are checked. */
  answer: 300,
  mistakes: 100,
} as const
