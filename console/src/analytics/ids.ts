const CONTAINER = /^GTM-[A-Z0-9]{4,12}$/
const MEASUREMENT = /^G-[A-Z0-9]{4,16}$/

/** What is wrong with the id of a container; the service says no to it too. */
export function containerFlaw(text: string): string | null {
  if (CONTAINER.test(text)) return null
  return 'It has to be GTM- and 4 to 12 capital letters and digits, such as GTM-AB12CD3.'
}

/** What is wrong with the id of an analytics property. */
export function measurementFlaw(text: string): string | null {
  if (MEASUREMENT.test(text)) return null
  return 'It has to be G- and 4 to 16 capital letters and digits, such as G-AB12CD34EF.'
}
