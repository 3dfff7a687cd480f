import { styleRanges } from '../../core/template/style.ts'
import { loadedBy, targetOf } from '../addresses.ts'
import { stylesIn } from '../code.ts'
import { startTags } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { isPagePart } from '../kinds.ts'
import type { Rule, Tell } from '../rule.ts'
import { type MarkupSource, onMarkup } from '../shown-labels.ts'

const image = (address: string) =>
  examplePage(`<img src="${address}" alt="$PRODUCT_NAME$" width="120" height="40">`)

export const remoteAsset: Rule = {
  id: 'remote/asset',
  severity: 'warning',
  title: 'A style sheet, font or image from another site',
  reason: `The server of the file learns who signs in and when, which needs consent in some countries. Your page is only
as fast and as available as that server. A style sheet can even read what people type. Copy the file into the theme
below \`common/static\`.`,
  bad: { [PAGE]: image('https://images.example/logo.svg') },
  good: { [PAGE]: image('/template/v1.0/static/logo.svg?themeId=@THEME_ID@') },
  file(file, tell) {
    if (/^common\/.*\.css$/i.test(file.path) || isPagePart(file.path)) check(file, tell)
  },
  theme: onMarkup('pages', check).theme,
}

function check(file: MarkupSource, tell: Tell): void {
  const tellOf = (address: string, start: number, end: number) => {
    const target = targetOf(address)
    if (target === undefined || target.own || target.insecure) return
    tell({ start, end, message: `This is loaded from ${target.origin}. Copy it into the theme.` })
  }
  for (const token of startTags(file.markup))
    for (const { address, start, end } of loadedBy(token)) tellOf(address, start, end)
  for (const { text, start } of stylesIn(file))
    for (const { from, to } of styleRanges(text)) tellOf(text.slice(from, to), start + from, start + to)
}
