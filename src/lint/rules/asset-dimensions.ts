import type { MarkupAttribute } from '../../core/template/template.ts'
import { examplePage, PAGE } from '../example.ts'
import { pictureSize } from '../picture.ts'
import type { Rule } from '../rule.ts'

const WIDEST = 3_840
const image = (size: string) =>
  examplePage(
    `<img src="/template/v1.0/static/assets/icon/favicon.svg?themeId=@THEME_ID@" alt="$PRODUCT_NAME$"${size}>`,
  )

export const assetDimensions: Rule = {
  id: 'asset/dimensions',
  severity: 'recommendation',
  title: 'Image without a size, or wider than a screen',
  reason: `While an image without \`width\` and \`height\` loads, the layout shifts, and people press the wrong button.
Images with a class, an id or a style may get their size from a style sheet and are not reported. No screen shows an
image wider than ${WIDEST} pixels.`,
  bad: { [PAGE]: image('') },
  good: { [PAGE]: image(' width="40" height="40"') },
  file(file, tell) {
    const size = /\.(?:png|jpe?g|gif|webp)$/i.test(file.path) ? pictureSize(file.bytes) : undefined
    if (size !== undefined && size.width > WIDEST)
      tell({ message: `The image is ${size.width} pixels wide; ${WIDEST} are enough for every screen.` })
    for (const { kind, name, start, end, attributes } of file.markup) {
      if (kind !== 'startTag' || !isPicture(name, attributes)) continue
      const given = new Set(attributes.map(attribute => attribute.name))
      if (['class', 'id', 'style'].some(one => given.has(one))) continue
      if (given.has('width') && given.has('height')) continue
      tell({
        start,
        end,
        message: `The ${name === 'video' ? 'video' : 'image'} has no width and height, so that what is around it jumps while it loads.`,
      })
    }
  },
}

/** Whether a browser learns the size of an element only when something is loaded. */
function isPicture(name: string, attributes: readonly MarkupAttribute[]): boolean {
  if (name !== 'input') return name === 'img' || name === 'video'
  return attributes.some(one => one.name === 'type' && one.value.trim().toLowerCase() === 'image')
}
