// Plays a tag manager in a page: it goes by the rules of a container, tells the observer of every event what each tag
// did and why, and sends nothing by itself. Whatever goes wrong in here stays in here.
;((container, custom, observer) => {
  const LONGEST = 300
  const EVENTS = { INIT: 'gtm.init', PAGEVIEW: 'gtm.js', CLICK: 'gtm.click' }
  const TESTS = {
    CONTAINS: (value, part) => value.includes(part),
    EQUALS: (value, whole) => value === whole,
    MATCH_REGEX: (value, pattern) => new RegExp(pattern).test(value),
  }
  const { tag: tags = [], trigger: triggers = [], variable = [], builtInVariable = [] } = container

  // The data layer, as far as something can be read from it.
  const layer = { event: undefined, gtm: {} }
  const BUILT_IN = {
    PAGE_URL: () => location.href.split('#', 1)[0],
    PAGE_HOSTNAME: () => location.hostname,
    PAGE_PATH: () => location.pathname,
    REFERRER: () => document.referrer,
    EVENT: () => layer.event,
    CLICK_ID: () => layer.gtm.element?.id,
    CLICK_TEXT: () => layer.gtm.element?.textContent?.trim(),
  }
  const given = (part, key) => part.parameter?.find(parameter => parameter.key === key)?.value
  const READ = {
    v: its =>
      given(its, 'name')
        .split('.')
        .reduce((value, key) => value?.[key], layer),
    d: its => document.getElementById(given(its, 'elementId'))?.textContent,
    jsm: its => custom(its.name, given(its, 'javascript'))(),
  }
  const readers = new Map([
    ...builtInVariable.map(({ name, type }) => [name, () => BUILT_IN[type]()]),
    ...variable.map(its => [its.name, () => READ[its.type](its)]),
  ])

  // A variable that throws has no value, which is what a tag manager makes of it.
  const valueNamed = (name, problems) => {
    try {
      return readers.get(name)()
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : error}`)
      return undefined
    }
  }
  const filled = (text, problems) => {
    const [, whole] = /^\{\{([^{}]+)\}\}$/.exec(text) ?? []
    if (whole !== undefined) return valueNamed(whole, problems)
    return text.replace(/\{\{([^{}]+)\}\}/g, (_, name) => valueNamed(name, problems))
  }
  const shown = value => (value === undefined || value === null ? null : String(value).slice(0, LONGEST))

  // Why a filter does not let an event through; undefined where it does.
  const objection = filter => {
    const further = filter.parameter.find(({ key }) => key !== 'arg0' && key !== 'arg1')
    const meets = TESTS[filter.type]
    if (meets === undefined || further !== undefined)
      return { reason: 'unknown', what: `a filter ${filter.type}${further ? ` with ${further.key}` : ''}` }
    const problems = []
    const [variable, wanted] = [given(filter, 'arg0'), given(filter, 'arg1')]
    const [value, part] = [filled(variable, problems), filled(wanted, problems)]
    if (meets(String(value), String(part))) return undefined
    const problem = problems.length === 0 ? {} : { problem: problems.join('; ').slice(0, LONGEST) }
    return { reason: 'filter', variable, value: shown(value), wanted: shown(part), ...problem }
  }
  const refusal = trigger => {
    const event = EVENTS[trigger.type]
    if (event === undefined) return { reason: 'unknown', what: `a trigger ${trigger.type}` }
    if (event !== layer.event) return { reason: 'event', event }
    for (const filter of trigger.filter ?? []) {
      const why = objection(filter)
      if (why !== undefined) return why
    }
    return undefined
  }

  // A configuration tag has its measurement id; an event tag has the name of a configuration tag in its place.
  const measurementOf = tag => {
    const { type, value } = tag.parameter.find(({ key }) => key === 'measurementId') ?? {}
    if (type !== 'TAG_REFERENCE') return value ?? null
    const other = tags.find(({ name }) => name === value)
    return (other && given(other, 'measurementId')) ?? null
  }
  // Once for an event, however many of its triggers would fire it.
  const judged = tag => {
    const about = { tag: tag.name, type: tag.type, name: given(tag, 'eventName') ?? null }
    const why = []
    const exception = triggers.find(
      ({ triggerId, ...trigger }) =>
        tag.blockingTriggerId?.includes(triggerId) && refusal(trigger) === undefined,
    )
    if (exception !== undefined)
      return { ...about, fired: false, why: [{ trigger: exception.name, reason: 'exception' }] }
    for (const id of tag.firingTriggerId ?? []) {
      const trigger = triggers.find(({ triggerId }) => triggerId === id)
      const no = trigger === undefined ? { reason: 'unknown', what: `trigger ${id}` } : refusal(trigger)
      const name = trigger?.name ?? id
      if (no === undefined) return { ...about, fired: true, trigger: name, measurementId: measurementOf(tag) }
      why.push({ trigger: name, ...no })
    }
    return { ...about, fired: false, why }
  }

  const happened = event => {
    try {
      layer.event = event
      observer({ event, tags: tags.map(judged) })
    } catch {
      // The page comes first.
    }
  }
  happened('gtm.init')
  happened('gtm.js')
  document.addEventListener(
    'click',
    ({ target }) => {
      layer.gtm = { element: target }
      happened('gtm.click')
    },
    { capture: true, passive: true },
  )
})('CONTAINER', 'CUSTOM', 'OBSERVER')
