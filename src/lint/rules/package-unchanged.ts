import type { Rule } from '../rule.ts'
import type { LintedTheme } from '../theme.ts'

const FILE = 'notifications/campaign/default/campaign_change_status_email_subject.txt'

export const packageUnchanged: Rule = {
  id: 'package/unchanged',
  severity: 'recommendation',
  title: 'File that equals the master',
  reason: `The file equals the master's file. The service does not store it as a customization. In your folder, it looks
as if you had changed it, and it becomes outdated when the master changes. Packages with all files of the master are not
reported.`,
  fixable: true,
  bad: { [FILE]: '$EMAIL_SUBJECT_CAMPAIGN_STATUS$ – $PRODUCT_NAME$\n' },
  good: { [FILE]: '$PRODUCT_NAME$: $EMAIL_SUBJECT_CAMPAIGN_STATUS$\n' },
  theme(theme, tell) {
    if (isWhole(theme)) return
    for (const file of theme.own.values()) {
      if (!theme.isMasters(file)) continue
      tell({
        file: file.path,
        message: "The file equals the master's. Remove it, so that the theme follows the master.",
        fix: { title: 'Remove the file', edits: 'remove' },
      })
    }
  },
}

/** Whether a theme has every file of the master: it was downloaded as a whole. */
function isWhole({ own, master }: LintedTheme): boolean {
  return own.size >= master.size && [...master.keys()].every(path => own.has(path))
}
