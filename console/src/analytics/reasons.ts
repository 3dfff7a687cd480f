import type { Judged, Objection } from './walk-talk.ts'

const VARIABLES: Readonly<Record<string, string>> = {
  '{{Custom JavaScript - Page Title}}': 'Page title',
  '{{Data Layer Variable - User Attribute}}': 'User attribute',
}

type Filtered = Extract<Objection, { reason: 'filter' }>

/** Whether a tag belongs to an event other than the one that happened. */
export function isForAnother({ fired, why }: Judged): boolean {
  return !fired && why.every(({ reason }) => reason === 'event')
}

/** Tags that did not fire, grouped by the value that they lack. */
export function byReason(
  tags: readonly Judged[],
): { readonly tags: readonly Judged[]; readonly why: string }[] {
  const lacking = Map.groupBy(tags, tag => lackOf(tag))
  return [...lacking].flatMap(([lack, its]) =>
    lack === null ? its.map(tag => ({ tags: [tag], why: reasonOf(tag) })) : [{ tags: its, why: lack }],
  )
}

function lackOf({ why }: Judged): string | null {
  const filters = why.filter(one => one.reason === 'filter')
  const [first] = filters
  if (first === undefined || filters.length < why.length || first.value) return null
  return `${nameOf(first)} has no value here`
}

/** Why a tag did not fire, in words. */
function reasonOf({ why }: Judged): string {
  const unknown = why.find(one => one.reason === 'unknown')
  if (unknown !== undefined) return `It uses ${unknown.what}, which this view does not support`
  const filters = why.filter(one => one.reason === 'filter')
  const [first] = filters
  if (first === undefined) return 'It is for another event'
  const wanted = filters.map(filter => `“${filter.wanted}”`).join(' or ')
  return `${nameOf(first)} is “${first.value ?? ''}”, which does not contain ${wanted}`
}

function nameOf({ variable }: Filtered): string {
  return VARIABLES[variable] ?? variable
}
