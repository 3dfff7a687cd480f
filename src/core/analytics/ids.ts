/** The pattern of an id, and the sentence for an id that does not match. */
export interface IdRule {
  readonly pattern: RegExp
  readonly rule: string
}

/** The id of a tag manager's container. */
export const CONTAINER_ID: IdRule = {
  pattern: /^GTM-[A-Z0-9]{4,12}$/,
  rule: 'The container id must be GTM- and 4 to 12 capital letters and digits, such as GTM-AB12CD3.',
}

/** The id of an analytics property's stream. */
export const MEASUREMENT_ID: IdRule = {
  pattern: /^G-[A-Z0-9]{4,16}$/,
  rule: 'The measurement id must be G- and 4 to 16 capital letters and digits, such as G-AB12CD34EF.',
}
