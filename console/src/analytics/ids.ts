import { CONTAINER_ID, type IdRule, MEASUREMENT_ID } from '../../../src/core/analytics/ids.ts'

/** What is wrong with the id of a container. The service rejects it, too. */
export function containerFlaw(text: string): string | null {
  return flawOf(text, CONTAINER_ID)
}

/** What is wrong with the id of an analytics property. */
export function measurementFlaw(text: string): string | null {
  return flawOf(text, MEASUREMENT_ID)
}

function flawOf(text: string, { pattern, rule }: IdRule): string | null {
  return pattern.test(text) ? null : rule
}
