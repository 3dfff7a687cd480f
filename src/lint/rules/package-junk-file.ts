import { isLeftover, isNoPart } from '../paths.ts'
import type { Rule } from '../rule.ts'

export const packageJunkFile: Rule = {
  id: 'package/junk-file',
  severity: 'warning',
  title: 'File of an editor or operating system',
  reason: `Files such as \`.DS_Store\`, \`Thumbs.db\`, \`__MACOSX/…\`, \`page.html~\` and \`page.tmp.html\` come from
editors and operating systems and do not belong to a theme. Hidden files are not stored at all. Remove them, or ignore
them in your repository.`,
  fixable: true,
  bad: { 'common/static/css/Thumbs.db': 'pictures' },
  good: { 'common/page_style.css': '.panel { color: #123456 }\n' },
  file({ path }, tell) {
    if (isLeftover(path))
      tell({
        message: 'The file is a leftover of an editor or of the operating system. Remove it.',
        fix: { title: 'Remove the file', edits: 'remove' },
      })
    else if (isNoPart(path))
      tell({ message: 'Hidden and temporary files are no part of a theme. Keep the file elsewhere.' })
  },
}
