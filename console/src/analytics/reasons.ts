import type { Judged, Objection } from './walk-talk.ts'

const VARIABLES: Readonly<Record<string, string>> = {
  '{{Custom JavaScript - Page Title}}': 'Page title',
  '{{Data Layer Variable - User Attribute}}': 'User attribute',
}

type Filtered = Extract<Objection, { reason: 'filter' }>

/** Whether a tag is for another event than the one that happened. */
export function isForAnother({ fired, why }: Judged): boolean {
  return !fired && why.every(({ reason }) => reason === 'event')
}

/** Why a tag did not fire, in words. */
export function reasonOf({ why }: Judged): string {
  const unknown = why.find(one => one.reason === 'unknown')
  if (unknown !== undefined) return `There is ${unknown.what}, which is not understood here`
  const filters = why.filter(one => one.reason === 'filter')
  const [first] = filters
  if (first === undefined) return 'It is for another event'
  const name = VARIABLES[first.variable] ?? first.variable
  const wanted = spoken(filters)
  if (first.value === null) return `${name} has no value here, so that it does not contain ${wanted}`
  return `${name} is “${first.value}”, which does not contain ${wanted}`
}

function spoken(filters: readonly Filtered[]): string {
  return filters.map(({ wanted }) => `“${wanted}”`).join(' or ')
}
