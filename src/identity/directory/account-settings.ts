/** What operators decide about accounts. */
export interface AccountSettings {
  /** Characters of a password at least; unset, the standard decides. */
  readonly passwordMinimum: number | undefined
  /** Whether people may make accounts themselves. */
  readonly registration: boolean
  /** Whether everybody who uses the console needs an authenticator app. */
  readonly consoleSecondFactor: boolean
}
