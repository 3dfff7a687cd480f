// Sends a form once. While its answer is on the way, its button says so and further clicks do nothing. Without this
// script the service answers a form that arrives twice like the first time.

const BUSY = 'aria-busy'
// Whoever stops loading a page can send the form again after this time.
const PATIENCE = 8000

function free(form) {
  for (const element of [form, ...form.elements]) element.removeAttribute(BUSY)
}

document.addEventListener('submit', event => {
  const form = event.target
  if (event.defaultPrevented) return
  if (form.getAttribute(BUSY) === 'true') {
    event.preventDefault()
    return
  }
  form.setAttribute(BUSY, 'true')
  const button = event.submitter ?? form.querySelector('button:not([type="button"]), input[type="submit"]')
  button?.setAttribute(BUSY, 'true')
  setTimeout(free, PATIENCE, form)
})

// A page that comes back from the history is as it was left.
addEventListener('pageshow', event => {
  if (event.persisted) for (const form of document.forms) free(form)
})
