import { betterOn, type Color, hardest, type Reading, type Scheme } from './contrast.ts'

const COLORS = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/g

/**
 * The colors as this browser shows them with the theme's sheets. They are measured and not computed: the base sheet
 * derives colors, themes add rules, and a second implementation would drift.
 */
export function readings(sheets: readonly string[]): Reading[] {
  return framed(frame =>
    (['light', 'dark'] as const).flatMap(scheme => readingsIn(pageWith(frame, sheets, scheme), scheme)),
  )
}

/** The colors of tokens in light mode, as #rrggbb. For a gradient, its first color. */
export function tokenColors(sheets: readonly string[], tokens: readonly string[]): Map<string, string> {
  return framed(frame => {
    const { page, view } = pageWith(frame, sheets, 'light')
    const painter = new Painter()
    const found = tokens.map(token => {
      const sample = element(page, 'div', page.body)
      sample.style.background = `var(${token})`
      const { backgroundColor, backgroundImage } = view.getComputedStyle(sample)
      return [
        token,
        hex(painter.color([backgroundColor, ...(backgroundImage.match(COLORS) ?? []).slice(0, 1)])),
      ]
    })
    return new Map(found as [string, string][])
  })
}

function hex(color: Color): string {
  return `#${color.map(part => part.toString(16).padStart(2, '0')).join('')}`
}

/** Runs work in a separate frame, so that no styles of the console apply. */
function framed<T>(work: (frame: HTMLIFrameElement) => T): T {
  const frame = document.createElement('iframe')
  frame.title = 'Contrast check'
  frame.ariaHidden = 'true'
  frame.inert = true
  // A theme's sheet needs no scripts, and must not run any on this origin.
  frame.setAttribute('sandbox', 'allow-same-origin')
  frame.style.cssText = 'position:fixed;width:1280px;height:800px;visibility:hidden;border:0'
  document.body.append(frame)
  try {
    return work(frame)
  } finally {
    frame.remove()
  }
}

interface Styled {
  readonly page: Document
  readonly view: Window
}

function pageWith(frame: HTMLIFrameElement, sheets: readonly string[], scheme: Scheme): Styled {
  // Style sheets must be created with the constructor of the document that uses them.
  const view = frame.contentWindow as Window & { CSSStyleSheet: typeof CSSStyleSheet }
  const page = view.document
  page.adoptedStyleSheets = sheets.map(text => {
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(text)
    settle(sheet.cssRules, scheme)
    return sheet
  })
  page.documentElement.style.colorScheme = scheme
  return { page, view }
}

function readingsIn({ page, view }: Styled, scheme: Scheme): Reading[] {
  const main = element(page, 'main')
  const link = element(page, 'a', main)
  link.setAttribute('href', '#')
  const button = element(page, 'button', main)
  const hover = element(page, 'span', main)
  hover.style.backgroundColor = 'var(--color-button-hover)'
  const footer = element(page, 'footer')
  footer.className = 'page-footer'
  page.body.replaceChildren(main, footer)

  const style = (some: Element) => view.getComputedStyle(some)
  const painter = new Painter()
  const ground = [style(page.documentElement).backgroundColor, style(page.body).backgroundColor]
  const surface = [...ground, style(main).backgroundColor]
  const reading = (pair: Reading['pair'], text: string, layers: readonly (readonly string[])[]) => {
    // A text may be translucent too, so it is painted on its background.
    const pairs = layers.map(behind => ({
      text: painter.color([...behind, text]),
      behind: painter.color(behind),
    }))
    return { pair, scheme, colors: hardest(pairs), better: betterOn(pairs.map(({ behind }) => behind)) }
  }
  const { color } = style(button)
  const image = style(page.body).backgroundImage
  const stops = image === 'none' ? [ground] : (image.match(COLORS) ?? []).map(stop => [...ground, stop])
  return [
    reading('button', color, [
      [...surface, style(button).backgroundColor],
      [...surface, style(hover).backgroundColor],
    ]),
    reading('link', style(link).color, [surface]),
    // Only the colors of a gradient are measured: a text that fails between two of them also fails on one of them.
    image.includes('url(') || stops.length === 0
      ? { pair: 'page', scheme, colors: null, better: null }
      : reading('page', style(footer).color, stops),
  ]
}

function element(page: Document, name: string, parent?: Element): HTMLElement {
  const made = page.createElement(name)
  parent?.append(made)
  return made
}

/** Replaces conditions on the color scheme by constants, so that the system's scheme does not matter. */
function settle(rules: CSSRuleList, scheme: Scheme): void {
  for (const rule of rules) {
    if ('media' in rule) {
      const media = rule.media as MediaList
      media.mediaText = media.mediaText.replace(/\(prefers-color-scheme:\s*(\w+)\)/g, (_, wanted) =>
        wanted === scheme ? '(width >= 0px)' : '(width < 0px)',
      )
    }
    if ('cssRules' in rule) settle(rule.cssRules as CSSRuleList, scheme)
  }
}

/** Computes the visible color of layers that are painted over white. */
class Painter {
  readonly #context: CanvasRenderingContext2D

  constructor() {
    const canvas = document.createElement('canvas')
    canvas.width = 1
    canvas.height = 1
    this.#context = canvas.getContext('2d', { willReadFrequently: true })!
  }

  color(layers: readonly string[]): Color {
    for (const color of ['#ffffff', ...layers]) {
      this.#context.fillStyle = color
      this.#context.fillRect(0, 0, 1, 1)
    }
    const [red, green, blue] = this.#context.getImageData(0, 0, 1, 1).data
    return [red!, green!, blue!]
  }
}
