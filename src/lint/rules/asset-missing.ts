import { assetPlaces, sheetName } from '../../core/places.ts'
import { meantFile } from '../../core/sheet-addresses.ts'
import {
  addressesOfSheet,
  isRelativeFile,
  isWronglyQuoted,
  staticName,
  tagAddresses,
} from '../asset-addresses.ts'
import { examplePage, PAGE } from '../example.ts'
import type { LintedFile } from '../file.ts'
import { isPageFile } from '../paths.ts'
import type { Rule, Tell } from '../rule.ts'
import { type MarkupSource, shownLabels } from '../shown-labels.ts'
import type { LintedTheme } from '../theme.ts'

const image = (name: string) =>
  examplePage(
    `<img src="/template/v1.0/static/${name}?themeId=@THEME_ID@" alt="$PRODUCT_NAME$" width="40" height="40">`,
  )

export const assetMissing: Rule = {
  id: 'asset/missing',
  severity: 'error',
  title: 'URL of a file that does not exist',
  reason: `A page or a style sheet names a file that neither the theme nor the master has. Files of a theme have
addresses such as \`/template/v1.0/static/assets/image/ship.png?themeId=@THEME_ID@\` for
\`common/static/assets/image/ship.png\`. A relative URL does not work in a page.`,
  bad: { [PAGE]: image('assets/image/ship.png') },
  good: { [PAGE]: image('assets/icon/favicon.svg') },
  theme(theme, tell) {
    for (const file of theme.own.values()) {
      if (theme.isMasters(file)) continue
      if (file.isMarkup) inTags(file, theme, tell)
      else inSheet(file, theme, tell)
    }
    for (const kind of ['pages', 'mails'] as const)
      for (const labels of shownLabels(theme, kind)) inTags(labels, theme, tell)
  },
}

function inTags(file: MarkupSource, theme: LintedTheme, tell: Tell): void {
  const { all, hasBase } = tagAddresses(file)
  // With a base, relative addresses lead to where it says.
  const relative = isPageFile(file.path) && !hasBase
  for (const { address, start, end } of all) {
    const place = { file: file.path, start, end }
    if (isWronglyQuoted(address)) {
      const message = `The address is between typographic quotes, which become a part of it. Write straight quotes (").`
      tell({ ...place, message })
      continue
    }
    const name = staticName(address)
    if (name !== undefined) {
      if (assetPlaces(name).some(path => theme.file(path) !== undefined)) continue
      tell({ ...place, message: `Neither the theme nor the master has common/static/${name}.` })
    } else if (relative && isRelativeFile(address)) {
      const message = `"${address}" is relative to the address of the page, where no file of the theme is. Write /template/v1.0/static/… instead.`
      tell({ ...place, message })
    }
  }
}

function inSheet(file: LintedFile, theme: LintedTheme, tell: Tell): void {
  for (const { address, from: start, to: end } of addressesOfSheet(file)) {
    const sheet = { name: sheetName(file.path)!, path: file.path }
    if (meantFile(theme, sheet, address)?.exists !== false) continue
    tell({
      file: file.path,
      start,
      end,
      message: `"${address}" leads to no file of the theme or the master.`,
    })
  }
}
