// biome-ignore-all lint/correctness/noUnusedVariables: the scripts after it use them.
// Stands at the beginning of every script in this folder, in the same function: a page loads only some of them, in any
// order. The variables of a page are read by their bare names, because `const` makes no property of `window`. A page
// may lack any variable and any element; texts are only ever written as text.

const part = id => document.getElementById(id)

/** A text that the page has set, or an empty one: an element with that id would be visible by the same name. */
const given = read => {
  try {
    const value = read()
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  } catch {
    return ''
  }
}

const ready = act => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', act)
  else act()
}

/** The form with one of these ids. */
const formOf = (...ids) => ids.map(part).find(one => one instanceof HTMLFormElement)

/** The form with an id. Browsers drop a form that stands inside another one: then a new one that means the same. */
const formFor = (id, operation) => {
  const found = formOf(id)
  if (found || given(() => action) === '') return found
  const form = document.createElement('form')
  const field = document.createElement('input')
  Object.assign(form, { method: 'post', hidden: true })
  Object.assign(field, { type: 'hidden', name: 'operation', value: operation })
  form.append(field)
  document.body.append(form)
  return form
}

/** Gives a form its address; one that has an address keeps it. */
const direct = (form, address = given(() => action)) => {
  if (form && address !== '' && !form.getAttribute('action')) form.setAttribute('action', address)
}

/** Sends a form once, also where a button inside it was pressed. */
const send = form => {
  globalThis.event?.preventDefault?.()
  direct(form)
  if (form) HTMLFormElement.prototype.submit.call(form)
}

const hide = element => {
  if (element) element.style.display = 'none'
}

const show = element => {
  if (element && getComputedStyle(element).display === 'none') element.style.display = 'block'
}

/** Says what is wrong in the first place that the page has for it; where it has none, before the form. */
const tell = (problem, form, ...ids) => {
  if (problem === '') return
  let place = ids.map(part).find(Boolean)
  if (!place) {
    if (document.body.innerText.includes(problem)) return
    place = document.createElement('p')
    place.className = 'error-message'
    if (form) form.before(place)
    else document.body.prepend(place)
  }
  place.setAttribute('role', 'alert')
  place.textContent = problem
  show(place.parentElement)
  show(place)
}
