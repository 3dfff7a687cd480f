// Runs on every page of the documentation. It adds buttons that copy examples, and the search. It writes text only,
// never markup, and fetches nothing but the words of the pages.
;(() => {
  const RESULTS = 12
  const SNIPPET = 160
  const SHORTEST = 4

  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties)
    element.append(...children)
    return element
  }

  const copied = async text => {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Browsers offer the clipboard over TLS only, but they still obey the command that copies a selection.
      const area = make('textarea', { value: text, readOnly: true })
      document.body.append(area)
      area.select()
      const done = document.execCommand('copy')
      area.remove()
      return done
    }
  }
  for (const figure of document.querySelectorAll('figure')) {
    const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' })
    button.setAttribute('aria-live', 'polite')
    button.addEventListener('click', async () => {
      const done = await copied(figure.querySelector('pre').textContent)
      button.focus()
      button.textContent = done ? 'Copied' : 'Select the text and copy it'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2000)
    })
    figure.append(button)
  }

  const search = document.querySelector('search')
  const field = search.querySelector('input')
  const panel = search.querySelector('#found')
  const status = search.querySelector('[role=status]')
  const list = search.querySelector('ul')
  search.hidden = false

  let fetched
  const index = () => {
    fetched ??= fetch(search.dataset.index)
      .then(answer => answer.json())
      .then(sections =>
        sections.map(([address, page, heading, text]) => ({
          address,
          page,
          heading,
          text,
          name: `${heading} ${page}`.toLowerCase(),
          words: text.toLowerCase(),
        })),
      )
    fetched.catch(() => {
      fetched = undefined
    })
    return fetched
  }

  // Where a word stands in a text: at the beginning of one there, or inside where it is long enough to mean something.
  const placeOf = (word, text) => {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
      if (at === 0 || /[^a-z0-9]/.test(text[at - 1])) return { at, begins: true }
    const at = word.length < SHORTEST ? -1 : text.indexOf(word)
    return at === -1 ? undefined : { at, begins: false }
  }

  // A word counts most in a heading, and more where it begins a word there.
  const weigh = ({ heading, name, words }, asked) => {
    let total = 0
    for (const word of asked) {
      const named = placeOf(word, name)
      const place = named ?? placeOf(word, words)
      if (place === undefined) return 0
      total += (named === undefined ? 1 : named.at < heading.length ? 8 : 4) * (place.begins ? 2 : 1)
    }
    return heading.toLowerCase() === asked.join(' ') ? total + 20 : total
  }

  const marked = (text, asked) => {
    const lower = text.toLowerCase()
    const parts = []
    let done = 0
    while (done < text.length) {
      const next = asked
        .map(word => ({ word, at: lower.indexOf(word, done) }))
        .filter(({ at }) => at !== -1)
        .sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      const end = next.at + next.word.length
      parts.push(text.slice(done, next.at), make('mark', { textContent: text.slice(next.at, end) }))
      done = end
    }
    return [...parts, text.slice(done)]
  }

  const snippet = ({ text, words }, asked) => {
    const places = asked.map(word => placeOf(word, words)?.at ?? 0)
    const first = Math.min(...places)
    const from = first > SNIPPET / 3 ? text.indexOf(' ', first - SNIPPET / 3) + 1 : 0
    const end = from + SNIPPET
    return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`
  }

  const show = async () => {
    const asked = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    panel.hidden = asked.length === 0
    if (asked.length === 0) return
    // The first search has to load the index.
    if (status.textContent === '') status.textContent = 'Searching…'
    let sections
    try {
      sections = await index()
    } catch {
      list.replaceChildren()
      status.textContent = 'The search is not available right now. Try again.'
      return
    }
    const found = sections
      .map(section => ({ section, weight: weigh(section, asked) }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
    const shown = found.slice(0, RESULTS)
    status.textContent =
      found.length === 0
        ? 'Nothing found. Try fewer or other words.'
        : `${found.length} ${found.length === 1 ? 'result' : 'results'}${found.length > RESULTS ? `, the best ${RESULTS} shown` : ''}`
    list.replaceChildren(
      ...shown.map(({ section }) => {
        const { address, page, heading } = section
        const link = make(
          'a',
          { href: address },
          make('b', {}, ...marked(heading, asked)),
          make('small', { textContent: heading === page ? '' : page }),
          make('span', {}, ...marked(snippet(section, asked), asked)),
        )
        return make('li', {}, link)
      }),
    )
  }

  field.addEventListener('focus', () => index().catch(() => undefined))
  field.addEventListener('input', show)
  addEventListener('keydown', event => {
    const isTyping = /^(?:INPUT|TEXTAREA)$/.test(event.target.tagName)
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      field.focus()
    }
  })
  search.addEventListener('keydown', event => {
    const stops = [field, ...list.querySelectorAll('a')]
    const at = stops.indexOf(document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    if (to !== undefined && stops[to] !== undefined) {
      event.preventDefault()
      stops[to].focus()
    }
    if (event.key === 'Enter' && at === 0) stops[1]?.click()
    if (event.key !== 'Escape') return
    panel.hidden = true
    field.focus()
  })
  addEventListener('click', event => {
    if (!search.contains(event.target) || event.target.closest('a')) panel.hidden = true
  })
})()
