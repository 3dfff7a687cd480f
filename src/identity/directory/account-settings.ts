/** The operator's settings for accounts. */
export interface AccountSettings {
  /** The minimum length of a password; if unset, that of NIST SP 800-63B-4. */
  readonly passwordMinimum: number | undefined
  /** Whether people may make accounts themselves. */
  readonly registration: boolean
  /** Whether everybody who uses the console needs an authenticator app. */
  readonly consoleSecondFactor: boolean
}
