// Measures a page. It runs in a world of its own, where scripts of the page change neither it nor what it calls.
// Pages are hostile: everything that it looks at and everything that it returns is bounded.
;(() => {
  const MOST_ELEMENTS = 5_000
  const MOST_TOLD = 50
  const MOST_FOCUSED = 200
  const CONTROLS = 'a[href], area[href], button, input, select, textarea, summary, [tabindex]'

  const first = (list, most) => Array.prototype.slice.call(list, 0, most)
  const elements = () => first(document.body?.querySelectorAll('*') ?? [], MOST_ELEMENTS)

  /** What is told of an element: its number in the template, and how to recognize it. */
  const told = element => {
    const numbered = element.closest('[data-tabard-n]')
    const number = Number(numbered?.getAttribute('data-tabard-n') ?? Number.NaN)
    const id = element.id ? `#${element.id}` : ''
    const classes = first(element.classList, 2).map(name => `.${name}`)
    return {
      number: Number.isSafeInteger(number) ? number : -1,
      name: `${element.localName}${id || classes.join('')}`.slice(0, 60),
    }
  }

  const isSeen = element => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
  /** Whether somebody can see a rectangle at all: hidden texts are moved out of the page or clipped to a point. */
  const isRoomy = ({ width, height, right, bottom }) =>
    width > 2 && height > 2 && right + scrollX > 0 && bottom + scrollY > 0
  const isClipped = element => {
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      const { clip, clipPath, overflowX } = getComputedStyle(at)
      if (clip !== 'auto' || clipPath !== 'none') return true
      if (overflowX !== 'visible' && !isRoomy(at.getBoundingClientRect())) return true
    }
    return false
  }
  const isDisabled = element =>
    element.closest(':disabled, [aria-disabled="true"], [inert]') !== null ||
    element.closest('label')?.control?.matches(':disabled') === true

  /** Ends what moves, so that colors are those that stay. */
  const settle = () => {
    for (const animation of first(document.getAnimations(), 1_000)) {
      try {
        animation.finish()
      } catch {
        animation.cancel()
      }
    }
  }

  // Colors: red, green, blue from 0 to 255 and multiplied with alpha, then alpha from 0 to 1.
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const colors = new Map()
  const read = text => {
    const numbers = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text)
    if (numbers !== null) {
      const alpha = numbers[4] === undefined ? 1 : Number(numbers[4])
      return [...numbers.slice(1, 4).map(part => Number(part) * alpha), alpha]
    }
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = text
    canvas.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data
    return [red, green, blue].map(part => (part * alpha) / 255).concat(alpha / 255)
  }
  const colorOf = text => {
    const known = colors.get(text) ?? read(text)
    if (colors.size < 1_000) colors.set(text, known)
    return known
  }
  const over = (top, below) => top.map((part, index) => part + below[index] * (1 - top[3]))
  const faded = (color, opacity) => color.map(part => part * opacity)
  const luminance = color => {
    const [red, green, blue] = color.slice(0, 3).map(part => {
      const share = Math.min(part, 255) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }
  const hex = color =>
    `#${color
      .slice(0, 3)
      .map(part => Math.min(255, Math.round(part)).toString(16).padStart(2, '0'))
      .join('')}`

  const coversItself = element =>
    ['::before', '::after'].some(part => {
      const { content, position } = getComputedStyle(element, part)
      return content !== 'none' && content !== 'normal' && /absolute|fixed/.test(position)
    })

  /** Whether a page without a background is dark. */
  const isDark = () => {
    const { colorScheme } = getComputedStyle(document.documentElement)
    const meta = document.querySelector('meta[name="color-scheme" i]')?.content ?? ''
    const schemes = colorScheme === 'normal' ? meta : colorScheme
    if (!schemes.includes('dark')) return false
    return !schemes.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches
  }

  /** The colors of a text and of what is behind it; undefined where pictures or effects decide. */
  const shades = (element, text, opacity) => {
    let front = faded(colorOf(text), opacity)
    let back = [0, 0, 0, 0]
    for (let at = element; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.filter !== 'none' || style.mixBlendMode !== 'normal') return undefined
      if (back[3] < 0.999) {
        if (style.backgroundImage !== 'none' || style.backdropFilter !== 'none') return undefined
        if (at !== document.body && at !== document.documentElement && coversItself(at)) return undefined
      }
      const behind = colorOf(style.backgroundColor)
      back = over(back, behind)
      front = over(front, behind)
      back = faded(back, Number(style.opacity))
      front = faded(front, Number(style.opacity))
    }
    // The color of an empty dark page is the browser's own.
    if (back[3] < 0.999 && isDark()) return undefined
    const paper = [255, 255, 255, 1]
    return { front: over(front, paper), back: over(back, paper) }
  }

  /** Whether nothing but its own ancestors is behind the middle of a rectangle, and nothing lies over it. */
  const isPlain = (element, rectangle) => {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const { left, top, width, height } = rectangle()
    const stack = document.elementsFromPoint(left + width / 2, top + height / 2)
    if (stack.length === 0) return false
    return stack.every(one => one.contains(element) || element.contains(one))
  }

  const TYPED = /^(?:text|email|tel|url|search|password|number)$/
  const isTyped = element => element.localName === 'textarea' || TYPED.test(element.type)

  /** The texts of an element itself, each with its color and its place. */
  const textsOf = element => {
    const style = getComputedStyle(element)
    const color = style.webkitTextFillColor
    const box = () => element.getBoundingClientRect()
    if (element.localName === 'input' || element.localName === 'textarea') {
      if (
        element.value !== '' &&
        (TYPED.test(element.type) || /submit|button|reset|textarea/.test(element.type))
      )
        return [{ color, opacity: 1, style, box }]
      if (element.value !== '' || element.placeholder === '') return []
      const pseudo = getComputedStyle(element, '::placeholder')
      return [{ color: pseudo.color, opacity: Number(pseudo.opacity), style, box }]
    }
    const node = Array.prototype.find.call(
      first(element.childNodes, 100),
      child => child.nodeType === Node.TEXT_NODE && /\S/.test(child.data),
    )
    if (node === undefined) return []
    const range = document.createRange()
    range.selectNodeContents(node)
    return [{ color, opacity: 1, style, box: () => range.getClientRects()[0] ?? new DOMRect() }]
  }

  /** Texts that can hardly be read. */
  const texts = () => {
    settle()
    const found = []
    for (const element of elements()) {
      if (found.length === MOST_TOLD) break
      if (!isSeen(element) || element.closest('svg, select, option, noscript') !== null) continue
      for (const { color, opacity, style, box } of textsOf(element)) {
        if (style.textShadow !== 'none' || !isRoomy(box()) || isDisabled(element)) continue
        const seen = shades(element, color, opacity)
        if (seen === undefined) continue
        const size = Number.parseFloat(style.fontSize)
        const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
        const ratio = contrast(seen.front, seen.back)
        if (ratio >= needed || isClipped(element) || !isPlain(element, box)) continue
        found.push({ ...told(element), ratio, needed, color: hex(seen.front), background: hex(seen.back) })
      }
    }
    scrollTo(0, 0)
    return found
  }

  const controls = () =>
    first(document.querySelectorAll(CONTROLS), MOST_ELEMENTS).filter(
      element =>
        isSeen(element) && !isDisabled(element) && element.type !== 'hidden' && element.tabIndex >= 0,
    )

  const LOOKS = [
    'boxShadow',
    'borderTopColor',
    'borderTopWidth',
    'borderTopStyle',
    'borderBottomColor',
    'borderBottomWidth',
    'borderBottomStyle',
    'backgroundColor',
    'backgroundImage',
    'color',
    'textDecorationLine',
    'textDecorationColor',
    'textDecorationThickness',
    'filter',
    'opacity',
    'transform',
    'clipPath',
    'left',
    'top',
    'width',
    'height',
  ]
  const look = (element, part) => {
    const style = getComputedStyle(element, part)
    const { outlineStyle, outlineWidth, outlineColor } = style
    const hasOutline =
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && colorOf(outlineColor)[3] > 0
    const outline = hasOutline ? `${outlineStyle} ${outlineWidth} ${outlineColor}` : 'none'
    return [outline, part && style.content, ...LOOKS.map(name => style[name])].join()
  }
  /** How an element looks, and what may show that it has the focus: what is around it, beside it and its label. */
  const appearance = element => {
    const around = [element.parentElement, element.parentElement?.parentElement, element.nextElementSibling]
    const labels = first(element.labels ?? [], 3)
    const all = [element, ...around, ...labels, ...labels.flatMap(label => first(label.children, 5))]
    return all
      .filter(one => one !== null && one !== undefined)
      .map(one => [undefined, '::before', '::after'].map(part => look(one, part)).join())
      .join('|')
  }

  /** Controls that look the same with and without the focus. A key was pressed before, so that browsers show it. */
  const unmarked = () => {
    const found = []
    for (const element of controls().slice(0, MOST_FOCUSED)) {
      if (found.length === MOST_TOLD) break
      // A field for text shows the focus by its cursor.
      if (isTyped(element)) continue
      document.activeElement?.blur()
      settle()
      const before = appearance(element)
      element.focus({ preventScroll: true })
      if (document.activeElement !== element || !element.matches(':focus-visible')) continue
      settle()
      if (appearance(element) === before && isRoomy(element.getBoundingClientRect()))
        found.push(told(element))
    }
    document.activeElement?.blur()
    return found
  }

  /** Whether an element stands in a line of text, whose height gives its size. */
  const isInline = element => {
    if (getComputedStyle(element).display !== 'inline') return false
    const around = element.parentElement?.textContent.trim() ?? ''
    return around.length > element.textContent.trim().length
  }
  const isNative = element =>
    /^(?:checkbox|radio)$/.test(element.type) && getComputedStyle(element).appearance === 'auto'
  const boxesOf = element =>
    [element, ...first(element.labels ?? [], 3)].map(one => one.getBoundingClientRect())

  const LEAST = 24
  /** Controls that are too small, and so close to others that people hit the wrong one. */
  const small = () => {
    settle()
    scrollTo(0, 0)
    const targets = controls()
      .filter(element => !isClipped(element))
      .slice(0, 1_000)
      .map(element => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => isRoomy(box))
    const isSmall = box => box.width < LEAST - 0.5 || box.height < LEAST - 0.5
    const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2]
    const isNear = (box, other) => {
      const [x, y] = middle(box)
      const [otherX, otherY] = middle(other)
      if (isSmall(other) && Math.hypot(x - otherX, y - otherY) < LEAST) return true
      const aside = Math.max(other.left - x, 0, x - other.right)
      const above = Math.max(other.top - y, 0, y - other.bottom)
      return Math.hypot(aside, above) < LEAST / 2
    }
    const found = []
    for (const { element, box } of targets) {
      if (found.length === MOST_TOLD) break
      if (!isSmall(box) || isInline(element) || isNative(element)) continue
      if (boxesOf(element).some(one => !isSmall(one))) continue
      const isOther = one => one !== element && !one.contains(element) && !element.contains(one)
      if (!targets.some(other => isOther(other.element) && isNear(box, other.box))) continue
      found.push({ ...told(element), width: Math.round(box.width), height: Math.round(box.height) })
    }
    return found
  }

  /** Whether an element is inside of one that scrolls or cuts by itself. */
  const isContained = element => {
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible') return true
    return false
  }

  const innermost = list => {
    const left = new Set(list)
    for (const element of list) left.delete(element.parentElement)
    return [...left]
  }

  /** What makes the page wider than the screen: the innermost elements that reach over its edge. */
  const wide = () => {
    settle()
    scrollTo(0, 0)
    const root = document.scrollingElement ?? document.documentElement
    if (root.scrollWidth <= innerWidth + 1) return []
    const leaves = ({ left, right, width }) => width > 0 && (right > innerWidth + 1 || left < -1)
    const isOver = element => isSeen(element) && leaves(element.getBoundingClientRect())
    const outside = innermost(elements().filter(element => isOver(element) && !isContained(element)))
    // A text that is too long reaches over the edge of its element, which does not.
    const inside = () => innermost(elements().filter(element => element.scrollWidth > innerWidth + 1))
    const chosen = outside.length > 0 ? outside : inside()
    return (chosen.length > 0 ? chosen : [document.body]).slice(0, 3).map(told)
  }

  /** Waits for fonts, which decide about widths, though not for long: one may never come. */
  const ready = async () => {
    const late = new Promise(resolve => setTimeout(resolve, 3_000))
    await Promise.race([document.fonts.ready, late])
  }
  globalThis.measure = { ready, texts, unmarked, small, wide }
})()
