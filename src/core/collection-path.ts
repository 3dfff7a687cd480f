/** Where pages send their events when the service itself counts them. */
export const COLLECTION_PATH = '/v1.0/tabard/analytics/collect'
