// Pages that tell of an error: its details are shown when somebody asks for them.
const section = () => part('details-section') ?? part('detailsSection')
const button = () => part('details-button') ?? part('detailsButton')

const LINES = {
  'timestamp-label': () => timestamp,
  'request-address-label': () => reqAddr,
  'exception-message-label': () => exceptionMsg,
}

const isHidden = element => !element || getComputedStyle(element).display === 'none'

window.toggleErrorDetails = (viewText, hideText) => {
  const details = section()
  const control = button()
  if (!details) return
  const opens = isHidden(details)
  if (opens) show(details)
  else hide(details)
  control?.setAttribute('aria-expanded', String(opens))
  const text = opens ? hideText : viewText
  if (control && typeof text === 'string') control.textContent = text
}

/** Whether the page has this variable: an older one writes the details itself. */
const isSet = read => {
  try {
    return read() !== undefined
  } catch {
    return false
  }
}

ready(() => {
  hide(part('loader'))
  const message = part('error-message')
  if (message && message.textContent.trim() === '') message.textContent = given(() => errorMessage)
  const known = Object.entries(LINES).filter(([, read]) => isSet(read))
  for (const [id, read] of known) if (given(read) === '') hide(part(id))
  if (known.length > 0 && known.every(([, read]) => given(read) === '')) hide(button())
  if (!button()) return
  hide(section())
  button().setAttribute('aria-expanded', 'false')
})
