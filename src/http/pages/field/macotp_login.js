// A code that was sent to somebody: its form, another code, and the time that is left.
const form = () => formOf('submit-otp-form')

window.submitOtp = () => {
  const field = part('otp-input') ?? form()?.querySelector('input:not([type="hidden"])')
  if (field?.value?.trim() === '') field.focus()
  else send(form())
}

window.regenerateOtp = () => send(formFor('regenerate-otp-form', 'generate'))

/** Seconds that are left. The page has the minutes from the service, so a clock that is wrong does not count. */
const secondsLeft = () => {
  const expiry = given(() => otpExpiryTime)
  const at = /^\d+$/.test(expiry) ? Number(expiry) : Date.parse(expiry)
  const byClock = Math.ceil((at - Date.now()) / 1000)
  const told = Number(given(() => otpLifetime)) * 60
  if (!(told > 0)) return Number.isNaN(byClock) ? Number(given(() => absOtpLifetime) || Number.NaN) : byClock
  const agrees = byClock <= told && (byClock > told - 60 || told === 60)
  return agrees ? byClock : told
}

const expire = () => {
  const open = part('ci-time-not-expired-container')
  const over = part('ci-time-expired-container')
  if (!over) return
  const left = open?.contains(document.activeElement)
  hide(open)
  over.setAttribute('role', 'alert')
  show(over)
  if (left) part('cs-resend-link')?.querySelector('a, button')?.focus()
}

const countDown = () => {
  const seconds = secondsLeft()
  if (Number.isNaN(seconds)) return
  const end = Date.now() + seconds * 1000
  const timer = part('ci-otp-timer')
  timer?.setAttribute('role', 'timer')
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    if (timer) timer.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    if (left > 0) return
    clearInterval(ticking)
    expire()
  }
  const ticking = setInterval(tick, 1000)
  tick()
}

ready(() => {
  for (const id of ['submit-otp-form', 'regenerate-otp-form', 'use-another-method-form']) direct(formOf(id))
  const to = given(() => otpDeliveryAttr)
  const sentTo = given(() => enterOtpSendToMacro)
  const message = to !== '' && sentTo !== '' ? `${sentTo} ${to}` : given(() => enterOtpMacro)
  const place = part('cs-enter-otp-message')
  if (place && message !== '') place.textContent = message
  const field = part('otp-input')
  if (field) {
    field.setAttribute('autocomplete', 'one-time-code')
    field.setAttribute('inputmode', 'numeric')
    if (place && !field.labels?.length) field.setAttribute('aria-labelledby', place.id)
    field.focus()
  }
  tell(
    given(() => errorMessage),
    form(),
    'cs-error-message',
  )
  countDown()
})
