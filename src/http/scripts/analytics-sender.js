// Sends what happens on a page of a registration to the service that made the page: names of events, and the ticket
// that the page has for them, never what was typed. The service looks at no cookie for it, and sets none.
;(() => {
  const ADDRESS = '/v1.0/tabard/analytics/collect'
  const MOST_AT_ONCE = 20
  const MOST_A_PAGE = 200
  const PAUSE_MS = 3_000
  const { ticket, shown = '', fields = '' } = document.currentScript.dataset
  if (navigator.globalPrivacyControl === true || navigator.doNotTrack === '1') return
  if (typeof navigator.sendBeacon !== 'function') return

  const waiting = []
  let sent = 0
  let timer
  const send = () => {
    clearTimeout(timer)
    timer = undefined
    while (waiting.length > 0)
      navigator.sendBeacon(ADDRESS, JSON.stringify({ ticket, events: waiting.splice(0, MOST_AT_ONCE) }))
  }
  const tell = name => {
    if (++sent > MOST_A_PAGE) return
    waiting.push({ name })
    timer ??= setTimeout(send, PAUSE_MS)
  }
  const told = new Set(shown.split(' ').filter(name => name !== ''))
  const own = new Set(fields.split(' ').filter(name => name !== ''))
  let clickedOwn = false
  const observe = ({ event, tags }) => {
    // Names of own fields may contain those of others, such as email_work.
    if (event === 'gtm.click' && clickedOwn) return
    // What a designed page tells by itself is not told again by its title.
    for (const { type, name, fired } of tags) if (fired && type === 'gaawe' && !told.has(name)) tell(name)
  }
  told.forEach(tell)
  document.addEventListener(
    'click',
    ({ target }) => {
      const name = target.dataset?.userAttribute
      clickedOwn = name !== undefined && own.has(name)
      if (clickedOwn) tell(`field_${name}`)
    },
    { capture: true, passive: true },
  )
  addEventListener('pagehide', send)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())

  const interpret = 'INTERPRETER'
  interpret(observe)
})()
