// Signing in by one of several identity sources. The page has them in `idSources`.
const sources = () => {
  try {
    return Array.from(idSources).filter(source => typeof source?.loginUrl === 'string')
  } catch {
    return []
  }
}

/** A link with the address that the source has for it; without one there is nothing to follow. */
const link = (element, address) => {
  if (!element) return
  if (typeof address === 'string' && address !== '') element.setAttribute('href', address)
  else if (['', '#'].includes(element.getAttribute('href') ?? '')) hide(element)
}

/** The list of further sources; a page that has none gets one after its form. */
const listOf = form => {
  const list = document.createElement('ul')
  list.id = 'id-sources'
  if (form) form.after(list)
  else document.body.append(list)
  return list
}

const alternatives = (others, form) => {
  const list = part('id-sources') ?? (others.length > 0 ? listOf(form) : undefined)
  for (const { loginUrl, name, displayName, label, type } of list ? others : []) {
    const item = document.createElement('li')
    const anchor = document.createElement('a')
    anchor.className = 'bx--dropdown-link'
    anchor.textContent = [displayName, label, name, type].find(
      text => typeof text === 'string' && text !== '',
    )
    anchor.setAttribute('href', loginUrl)
    item.append(anchor)
    list.append(item)
  }
  if (others.length > 0) return
  for (const id of ['alternate-options-dropdown', 'alternate-signin-toggle', 'passwordless-signin'])
    hide(part(id))
}

const showPassword = () => {
  const button = part('show-pwd-btn')
  const field = part('password-input') ?? document.querySelector('input[type="password"]')
  if (!button || !field) return
  button.setAttribute('aria-pressed', 'false')
  button.addEventListener('click', () => {
    const shown = field.type === 'password'
    field.type = shown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(shown))
  })
}

ready(() => {
  const own = sources().find(({ type }) => type === 'CLOUDDIRECTORY')
  const form = formOf('cloud-directory-form')
  if (own) {
    direct(form, own.loginUrl)
    link(part('forgot-password-link'), own.forgotPasswordOptions?.forgotPasswordUrl)
    link(part('forgot-username-link'), own.forgotPasswordOptions?.forgotUsernameUrl)
  } else if (sources().length > 0) hide(form)
  alternatives(
    sources().filter(source => source !== own),
    form,
  )
  showPassword()
  tell(
    given(() => errorMessage),
    form,
    'login-failed-text',
    'login-failed-message',
  )
})
