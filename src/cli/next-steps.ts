/**
 * Which command helps after an error, by its `messageId`. Only the command line prints it: people at the console and
 * users of the API read the same errors, and have no commands.
 */
export const NEXT_STEPS: Readonly<Record<string, string>> = {
  TABRD0301E: 'Run "tabard theme list" to see all.',
  TABRD0311E: 'Run "tabard theme history" to see all revisions.',
  TABRD0504E: 'Run "tabard tenant list" to see all.',
  TABRD0507E: 'Run "tabard account list --search <text>" to find it.',
  TABRD0509E: 'Run "tabard outbox list" to see all.',
  TABRD0513E: 'Run "tabard group list" to see all.',
  TABRD0516E: 'Run "tabard request list --all" to see all.',
  TABRD0518E: 'Run "tabard campaign list" to see all.',
  TABRD0521E: 'Run "tabard campaign show <id>" to see all.',
  TABRD0523E: 'Run "tabard flow list" to see all.',
  TABRD0524E: 'Run "tabard flow show <reference>" to see all.',
  TABRD0526E: 'Run "tabard attribute list" to see all.',
  TABRD0531E: 'Run "tabard source list" to see all.',
  TABRD0533E: 'Run "tabard source links <account>" to see them.',
}

/** The text of an error, followed by the command that helps, if there is one. */
export function withNextStep(text: string, messageId: string): string {
  return Object.hasOwn(NEXT_STEPS, messageId) ? `${text} ${NEXT_STEPS[messageId]}` : text
}
