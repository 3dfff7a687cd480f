import { nearest } from '../../core/nearest.ts'
import { examplePage } from '../example.ts'
import { isLeftover, isOfOtherService, isReachable, TEMPLATE_FILES, wrongLocaleFolder } from '../paths.ts'
import type { Rule } from '../rule.ts'

/** Files of which the path that is meant is looked for, at most. */
const MOST_COMPARED = 100

export const packageUnknownFile: Rule = {
  id: 'package/unknown-file',
  severity: 'warning',
  title: 'File that is never used',
  reason: `No page, mail or URL uses the file. The service does not know its folder or its name, often because of a
typing mistake. The file is stored and never shown. Assets belong below \`common/static\`. Templates of IBM Security
Verify for pages that this service does not have, such as those of SAML, are not reported.`,
  bad: { 'authentication/logout/default/logout_succes.html': examplePage('<h1>$LOGOUT_OK_TITLE$</h1>') },
  good: { 'authentication/logout/default/logout_success.html': examplePage('<h1>$LOGOUT_OK_TITLE$</h1>') },
  theme(theme, tell) {
    let compared = 0
    for (const { path } of theme.own.values()) {
      if (isReachable(path) || isLeftover(path) || theme.master.has(path)) continue
      if (wrongLocaleFolder(path) !== undefined || isOfOtherService(path)) continue
      const meant = compared++ < MOST_COMPARED ? meantPath(path) : undefined
      const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
      tell({ file: path, message: `No page, mail or address uses this file.${hint}` })
    }
  },
}

/** The path of a template that has the name of the file, or nearly. */
function meantPath(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.length > 100) return undefined
  const files = new Map(TEMPLATE_FILES.map(file => [file.slice(file.lastIndexOf('/') + 1), file]))
  const known = files.get(name) ?? files.get(nearest(name, [...files.keys()].filter(close(name))) ?? '')
  return known?.replace(/\/([^/]*)$/, '/default/$1')
}

function close(name: string): (other: string) => boolean {
  return other => Math.abs(other.length - name.length) <= 3
}
