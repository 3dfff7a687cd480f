import { contradiction } from '../../core/promised-format.ts'
import { type MarkupToken, markupOf, TemplateFault } from '../../core/template/template.ts'
import type { LintedFile } from '../file.ts'
import type { Rule } from '../rule.ts'

const FILE = 'common/static/assets/icon/favicon.svg'
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>\n`

export const assetTypeMismatch: Rule = {
  id: 'asset/type-mismatch',
  severity: 'error',
  title: 'Image or font with the wrong extension',
  reason: `The first bytes of an image or a font do not fit the extension of its name, and browsers do not show it. The
service refuses to store such a file. The service never runs scripts, event handlers or foreign content in an SVG image,
but other programs may. Export the image without them.`,
  bad: { [FILE]: svg('<script>alert(1)</script>') },
  good: { [FILE]: svg('<path d="M0 0h8v8H0z"/>') },
  file(file, tell) {
    const expected = contradiction(file.path, file.bytes.subarray(0, 512))
    if (expected !== undefined)
      tell({ message: `The name says that the file is ${expected}; its first bytes say otherwise.` })
    else if (/\.svg$/i.test(file.path))
      for (const { what, start, end } of activeParts(file))
        tell({ start, end, message: `The image holds ${what}, which it does not need. Remove it.` })
  },
}

interface ActivePart {
  readonly what: string
  readonly start: number
  readonly end: number
}

/** Others are reported when these are fixed. */
const MOST = 20

function activeParts(file: LintedFile): ActivePart[] {
  const parts = tokensOf(file).flatMap(({ kind, name, start, end, attributes }): ActivePart[] => {
    if (kind !== 'startTag') return []
    if (name === 'script') return [{ what: 'a script', start, end }]
    if (/^foreignobject$/i.test(name)) return [{ what: 'HTML in a foreignObject', start, end }]
    return attributes.flatMap(attribute => {
      const what = activeAttribute(attribute.name, attribute.value)
      return what === undefined ? [] : [{ what, start: attribute.start, end: attribute.end }]
    })
  })
  return parts.slice(0, MOST)
}

function activeAttribute(name: string, value: string): string | undefined {
  if (/^on[a-z]/.test(name)) return `the event handler ${name}`
  return /^(?:xlink:)?href$/.test(name) && /^\s*javascript:/i.test(value)
    ? 'an address that runs a script'
    : undefined
}

function tokensOf({ text }: LintedFile): readonly MarkupToken[] {
  try {
    return markupOf(text, true).tokens
  } catch (error) {
    if (error instanceof TemplateFault) return []
    throw error
  }
}
