/** Why a request waits whose person has no access to the application. */
export const NO_ACCESS = 'no_access'

/** Why a request waits whose person has to fill in a form first. */
export const FORM_DUE = 'form_due'
