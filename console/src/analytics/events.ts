/** The events of a registration that tell how far somebody came, in their order. */
export const STEPS = ['registration_started', 'registration_submitted', 'email_verified', 'reg_complete']

/** Those of fields that somebody clicked. */
export const FIELDS = ['first_name', 'last_name', 'age', 'mobile_number', 'email', 'password']

const NAMES: Readonly<Record<string, string>> = {
  registration_started: 'Started',
  registration_submitted: 'Submitted',
  email_verified: 'Verified',
  reg_complete: 'Complete',
  first_name: 'First name',
  last_name: 'Last name',
  age: 'Age',
  mobile_number: 'Mobile number',
  email: 'E-mail',
  password: 'Password',
}

/** An event as people call it. */
export function eventName(event: string): string {
  return NAMES[event] ?? event
}
