// Signing in with a user name and a password: address, error and the way to a forgotten password.
const form = () => formOf('login-main-form', 'cloud-directory-form') ?? part('password')?.closest('form')

ready(() => {
  const target = form() ?? document.querySelector('input[type="password"]')?.closest('form')
  direct(target)
  tell(
    given(() => errorMessage),
    target,
    'login-failed-text',
    'login-failed-message',
    'cs-error-message',
  )
  const user = target?.querySelector('input[name="username"]:not([type="hidden"])')
  if (user && user.value === '') user.value = given(() => username)
  const forgotten = part('forgot-password-link')
  const address = given(() => action)
  if (forgotten?.matches('a') && address !== '' && ['', '#'].includes(forgotten.getAttribute('href') ?? ''))
    forgotten.setAttribute('href', `${address}&operation=forgot_password`)
  if (['none', 'false'].includes(given(() => isForgotPasswordEnabled))) hide(forgotten)
})
