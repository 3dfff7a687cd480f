// The code of an authenticator app.
const form = () => formOf('combined-form')

window.submitOtp = () => {
  const field = part('otp-input') ?? form()?.querySelector('input:not([type="hidden"])')
  if (field?.value?.trim() === '') field.focus()
  else send(form())
}

ready(() => {
  direct(form())
  direct(formOf('use-another-method-form'))
  const field = part('otp-input')
  field?.setAttribute('autocomplete', 'one-time-code')
  if (['disabled', 'true'].includes(given(() => otpLoginDisabled)))
    for (const one of [field, part('otp-login-button')]) one?.setAttribute('disabled', '')
  field?.focus()
  const place = part('otp-error-message')
  tell(
    given(() => errorMessage),
    form(),
    ...(place?.textContent.trim() ? [] : ['otp-error-message']),
  )
})
