// A new password: says which field is empty, and sends the form.
const form = () => formOf('change-password-main-form')

const EMPTY = {
  oldpassword: () => errorCurrentPasswordEmpty,
  newpassword: () => errorNewPasswordEmpty,
  confirmpassword: () => errorConfirmPasswordEmpty,
}

const field = name => form()?.querySelector(`input[name="${name}"]:not([type="hidden"])`)

/** Whether nothing is missing; the first field that is empty is told. */
const complete = () => {
  for (const [name, message] of Object.entries(EMPTY)) {
    const empty = field(name)
    if (empty?.value !== '' || getComputedStyle(empty).display === 'none') continue
    const problem = given(message)
    tell(problem, form(), 'password-error-text', 'password-error-message')
    empty.focus()
    if (problem === '') {
      empty.required = true
      empty.reportValidity()
    }
    return false
  }
  return true
}

window.validateAndSubmit = event => {
  event?.preventDefault?.()
  if (complete()) send(form())
  return false
}

ready(() => {
  direct(form())
  tell(
    given(() => errorMessage),
    form(),
    'password-error-text',
    'password-error-message',
  )
  form()?.addEventListener('submit', event => complete() || event.preventDefault())
  // A form with several fields and no button of its own is not sent by Enter.
  form()?.addEventListener('keydown', event => {
    const sends = form().querySelector('button:not([type]), [type="submit"], [type="image"]')
    if (event.key === 'Enter' && event.target.matches('input:not([type="button"])') && !sends)
      window.validateAndSubmit(event)
  })
})
