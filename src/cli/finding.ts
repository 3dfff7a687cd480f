/** The result of a check of the doctor: one line, with what to do next if it is not ok. */
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
