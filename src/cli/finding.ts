/** What a check of the doctor has found: one line, with what to do next where not all is well. */
export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly text: string
}

/** The first few of many, and how many more there are. */
export function some(items: readonly string[], most = 3): string {
  const more = items.length - most
  return items.slice(0, most).join('; ') + (more > 0 ? `; and ${more} more` : '')
}
