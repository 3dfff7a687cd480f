// A forgotten password: nothing is sent without a user name.
const field = () => document.querySelector('input[name="username"]:not([type="hidden"])')

/** Says that it is missing: by the text that the page keeps for that, or else by that of the browser. */
const ask = empty => {
  const texts = Array.from(document.querySelectorAll('.error-message, [id*="error"]'))
  const told = texts.find(one => one.textContent.trim() !== '')
  if (told) {
    told.setAttribute('role', 'alert')
    show(told)
  } else {
    empty.required = true
    empty.reportValidity()
  }
  empty.focus()
}

window.validateUsername = () => {
  const name = field()
  const by = globalThis.event
  if (name?.value.trim() === '') {
    by?.preventDefault?.()
    ask(name)
    return false
  }
  // A button that sends nothing by itself asks whether all is well, and the form is sent here.
  if (by?.type === 'click' && by.currentTarget?.type === 'button') send(name?.form)
  return true
}

ready(() => direct(field()?.form))
