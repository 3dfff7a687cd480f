import { stylesIn, withoutComments } from '../code.ts'
import { startTags, textOf } from '../elements.ts'
import { exampleMail, MAIL } from '../example.ts'
import type { Rule } from '../rule.ts'
import { onMarkup } from '../shown-labels.ts'

const LINK = '<link rel="stylesheet" href="@TENANT_URL@/template/v1.0/static/theme.css?themeId=@THEME_ID@">'

export const mailExternalCss: Rule = {
  id: 'mail/external-css',
  severity: 'error',
  title: 'A mail that links a style sheet',
  reason: `Mail programs do not load style sheets, so the mail has no styles. Use \`style\` attributes, and a
\`<style>\` element for media queries. The macros of the brand's colors work in both.`,
  bad: { [MAIL]: exampleMail(`${LINK}<p>@OTP@</p>`) },
  good: { [MAIL]: exampleMail('<p style="color: @COLOR_BRAND@">@OTP@</p>') },
  ...onMarkup('mails', (file, tell) => {
    const message = 'Mail programs load no style sheets. Write the styles into the mail.'
    for (const token of startTags(file.markup, 'link'))
      if (/(?:^|\s)stylesheet(?:\s|$)/i.test(textOf(token, 'rel')))
        tell({ start: token.start, end: token.end, message })
    for (const { text, start } of stylesIn(file)) {
      if (!/@import/i.test(text)) continue
      const at = withoutComments(text).search(/@import\b/i)
      if (at !== -1) tell({ start: start + at, end: start + at + '@import'.length, message })
    }
  }),
}
