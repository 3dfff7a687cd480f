// Runs in the frame of a preview, before anything of the page: it leads from what is seen to what made it, and tells
// the console what goes wrong. The console believes none of it, for the page's own scripts can say the same.
;(() => {
  const origin = 'CONSOLE_ORIGIN'
  const OUTLINE =
    'all: initial; position: fixed; z-index: 2147483647; pointer-events: none; box-sizing: border-box;' +
    'border: 2px solid #1d6697; background: #1d669726; box-shadow: 0 0 0 1px #fff; border-radius: 2px'
  const STOPPED = [
    'mousedown',
    'mouseup',
    'pointerdown',
    'click',
    'auxclick',
    'dblclick',
    'contextmenu',
    'submit',
  ]
  const MOST_PROBLEMS = 50
  const LONGEST = 300

  document.currentScript.remove()
  const tell = message => parent.postMessage(message, origin)
  const numberOf = node => {
    const element = node instanceof Element ? node.closest('[data-tabard-n]') : null
    return element === null ? null : Number(element.getAttribute('data-tabard-n'))
  }

  let inspecting = false
  const outline = document.createElement('div')
  outline.ariaHidden = 'true'
  const cursor = new CSSStyleSheet()
  cursor.replaceSync('* { cursor: crosshair !important }')

  const show = element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    outline.style.cssText = `${OUTLINE}; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`
    if (!outline.isConnected) document.documentElement.append(outline)
  }
  const inspect = on => {
    inspecting = on
    outline.remove()
    const others = document.adoptedStyleSheets.filter(sheet => sheet !== cursor)
    document.adoptedStyleSheets = on ? [...others, cursor] : others
  }
  const pick = (element, x, y) => {
    const number = numberOf(element)
    if (number !== null) tell({ tabard: 'picked', number, x, y })
  }
  const pickAt = ({ target, clientX, clientY }) => pick(target, clientX, clientY)
  // What a key or a screen reader clicks has no place of its own: it is taken under the element.
  let returned = null
  const pickUnder = element => {
    returned = element
    const { left, bottom } = element.getBoundingClientRect()
    pick(element, left, bottom)
  }

  addEventListener(
    'pointermove',
    event => {
      const element = inspecting && event.target instanceof Element && event.target.closest('[data-tabard-n]')
      if (element) show(element)
    },
    true,
  )
  addEventListener(
    'focusin',
    ({ target }) => {
      const element = inspecting && target instanceof Element && target.closest('[data-tabard-n]')
      if (element) show(element)
    },
    true,
  )
  // The browser forgets what had the focus once it leaves the frame, so that it is given back here.
  addEventListener('focus', ({ target }) => {
    if (inspecting && target === window) returned?.focus({ preventScroll: true })
    returned = null
  })
  addEventListener('pointerout', ({ relatedTarget }) => relatedTarget === null && outline.remove(), true)
  for (const kind of STOPPED) {
    addEventListener(
      kind,
      event => {
        if (!inspecting) return
        // The focus may move, so that the console sees where the click went.
        if (kind !== 'mousedown' && kind !== 'pointerdown') event.preventDefault()
        event.stopImmediatePropagation()
        if (kind === 'click') event.detail === 0 ? pickUnder(event.target) : pickAt(event)
      },
      true,
    )
  }
  addEventListener(
    'pointerup',
    event => {
      if (!inspecting) return
      event.stopImmediatePropagation()
      // A control that is switched off hears of no click.
      if (event.target instanceof Element && event.target.closest(':disabled')) pickAt(event)
    },
    true,
  )
  addEventListener(
    'keydown',
    event => {
      if (!inspecting || (event.key !== 'Escape' && event.key !== 'Enter')) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (event.key === 'Escape') tell({ tabard: 'left' })
      else if (!event.repeat && document.activeElement !== document.body) pickUnder(document.activeElement)
    },
    true,
  )
  // The space bar writes in a field, and would press a button here.
  addEventListener('keyup', event => inspecting && event.key === ' ' && event.preventDefault(), true)

  let told = 0
  const problem = (what, text, source, line, node, below = 0) => {
    if (told++ >= MOST_PROBLEMS) return
    const short = value => String(value ?? '').slice(0, LONGEST)
    const number = numberOf(node)
    tell({ tabard: 'problem', what, text: short(text), source: short(source), line, number, below })
  }
  const beginOf = script => Number(script.getAttribute('data-tabard-line'))
  /** The script in the page itself that a line of it belongs to. */
  const scriptAt = line => {
    const scripts = [...document.querySelectorAll('script[data-tabard-line]')]
    const script = scripts.findLast(one => beginOf(one) <= line)
    const height = script?.outerHTML.split('\n').length ?? 0
    return script !== undefined && line < beginOf(script) + height ? script : undefined
  }
  addEventListener('error', event => {
    const { message, filename, lineno } = event
    const script = filename.split('#')[0] === location.href.split('#')[0] ? scriptAt(lineno) : undefined
    if (script === undefined) problem('script error', message, filename, lineno, document.currentScript)
    else problem('script error', message, filename, lineno, script, lineno - beginOf(script))
  })
  addEventListener('unhandledrejection', ({ reason }) => {
    problem('script error', reason instanceof Error ? reason.message : reason, '', 0, null)
  })
  addEventListener('securitypolicyviolation', event => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber, target } = event
    problem('policy violation', `${effectiveDirective}: ${blockedURI}`, sourceFile, lineNumber, target)
  })

  let waiting = false
  addEventListener(
    'scroll',
    () => {
      if (waiting) return
      waiting = true
      requestAnimationFrame(() => {
        waiting = false
        tell({ tabard: 'scrolled', x: scrollX, y: scrollY })
      })
    },
    { passive: true },
  )
  addEventListener('message', event => {
    if (event.origin !== origin || event.source !== parent) return
    const { tabard, on, x, y } = event.data ?? {}
    if (tabard === 'inspect') inspect(on === true)
    if (tabard !== 'settle') return
    scrollTo({ left: x, top: y, behavior: 'instant' })
    tell({ tabard: 'settled' })
  })
})()
