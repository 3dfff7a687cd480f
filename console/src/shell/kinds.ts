/** The objects that have a screen of their own. */
export type Kind =
  | 'API client'
  | 'application'
  | 'campaign'
  | 'flow'
  | 'group'
  | 'identity source'
  | 'request'
  | 'theme'

interface Listing {
  /** The name of the list that has all objects of the kind. */
  readonly name: string
  readonly place: string
}

export const LISTS: Readonly<Record<Kind, Listing>> = {
  'API client': { name: 'API clients', place: '/clients' },
  application: { name: 'applications', place: '/applications' },
  campaign: { name: 'campaigns', place: '/campaigns' },
  flow: { name: 'user flows', place: '/flows' },
  group: { name: 'groups', place: '/groups' },
  'identity source': { name: 'identity sources', place: '/sources' },
  request: { name: 'requests', place: '/requests' },
  theme: { name: 'themes', place: '/themes' },
}
