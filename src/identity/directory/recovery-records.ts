/** The kind of record that a link for a forgotten password is kept as. */
export const RECOVERY = 'Recovery'
/** The same for a link that leads to the console: neither of the two is worth anything at the other's origin. */
export const CONSOLE_RECOVERY = 'ConsoleRecovery'
