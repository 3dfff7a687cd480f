import { styleRanges } from '../../core/template/style.ts'
import { loadedBy, targetOf } from '../addresses.ts'
import { stylesIn } from '../code.ts'
import { attributeOf, startTags } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { isPagePart } from '../kinds.ts'
import type { Rule, Tell } from '../rule.ts'
import { type MarkupSource, onMarkup } from '../shown-labels.ts'

const image = (address: string) =>
  examplePage(`<img src="${address}" alt="$PRODUCT_NAME$" width="120" height="40">`)
const SENT: readonly (readonly [tag: string, attribute: string])[] = [
  ['form', 'action'],
  ['button', 'formaction'],
  ['input', 'formaction'],
  ['script', 'src'],
  ['iframe', 'src'],
]

export const remoteInsecure: Rule = {
  id: 'remote/insecure',
  severity: 'error',
  title: 'Something that is loaded or sent without encryption',
  reason: `Anybody on the network can read and change what is sent over \`http://\`. In an encrypted page, browsers do
not load such scripts and styles, and warn about such forms. Copy the file into the theme, or write \`https://\`; a URL
of the service itself begins with a slash.`,
  bad: { [PAGE]: image('http://images.example/logo.svg') },
  good: { [PAGE]: image('/template/v1.0/static/logo.svg?themeId=@THEME_ID@') },
  file(file, tell) {
    if (/^common\/.*\.css$/i.test(file.path) || isPagePart(file.path)) check(file, tell)
  },
  theme: onMarkup('pages', check).theme,
}

function check(file: MarkupSource, tell: Tell): void {
  const tellOf = (address: string, start: number, end: number) => {
    const target = targetOf(address)
    if (target?.insecure)
      tell({
        start,
        end,
        message: 'This address is not encrypted. Write https://, or copy the file into the theme.',
      })
  }
  for (const token of startTags(file.markup)) {
    for (const { address, start, end } of loadedBy(token)) tellOf(address, start, end)
    for (const [tag, name] of SENT) {
      const attribute = token.name === tag ? attributeOf(token, name) : undefined
      if (attribute !== undefined) tellOf(attribute.value, attribute.start, attribute.end)
    }
  }
  for (const { text, start } of stylesIn(file))
    for (const { from, to } of styleRanges(text)) tellOf(text.slice(from, to), start + from, start + to)
}
