/** The prompt of a request that waits because the person has no access to the application. */
export const NO_ACCESS = 'no_access'

/** The prompt of a request that waits because the person has to fill in a form first. */
export const FORM_DUE = 'form_due'
